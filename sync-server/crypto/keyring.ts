import { eq } from 'drizzle-orm'
import { serverSecrets } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'

/** Keys of this installation, shared by its nodes. */
export type Keyring = {
  /**
   * AES-256-GCM; every call returns a different ciphertext.
   *
   * @param owner  associated data: the ciphertext is decrypted only for the same owner, so that it is of no use in another row
   */
  encrypt: (text: string, owner?: string) => Promise<Uint8Array>
  /** @throws when the bytes are not from this installation, were changed, or were encrypted for another owner */
  decrypt: (sealed: Uint8Array, owner?: string) => Promise<string>
  /** A keyed hash, in hex: for values that are too short or too guessable to be hashed without a key. */
  sign: (purpose: string, text: string) => Promise<string>
}

const ROOT_KEY = 'root'
const IV_BYTES = 12

/**
 * Reads the keys. Creates the root secret if none exists. A node opens one keyring before it listens: a key read inside a
 * transaction would take a second connection of the pool, and when all connections are in transactions none is left.
 */
export async function openKeyring(db: Database): Promise<Keyring> {
  const { sealing, signing } = await deriveKeys(await readRoot(db))
  return {
    async encrypt(text, owner) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
      const sealed = await crypto.subtle.encrypt(gcm(iv, owner), sealing, new TextEncoder().encode(text))
      return Buffer.concat([iv, new Uint8Array(sealed)])
    },
    async decrypt(sealed, owner) {
      const iv = new Uint8Array(sealed.subarray(0, IV_BYTES))
      const body = new Uint8Array(sealed.subarray(IV_BYTES))
      return new TextDecoder().decode(await crypto.subtle.decrypt(gcm(iv, owner), sealing, body))
    },
    async sign(purpose, text) {
      const message = new TextEncoder().encode(`${purpose}\n${text}`)
      return Buffer.from(await crypto.subtle.sign('HMAC', signing, message)).toString('hex')
    },
  }
}

const gcm = (iv: Uint8Array<ArrayBuffer>, owner: string | undefined) => ({
  name: 'AES-GCM',
  iv,
  ...(owner !== undefined && { additionalData: new TextEncoder().encode(owner) }),
})

async function readRoot(db: Database): Promise<Uint8Array<ArrayBuffer>> {
  const value = crypto.getRandomValues(new Uint8Array(32))
  // If two nodes do this concurrently, one insert succeeds, and both read its value.
  await db.insert(serverSecrets).values({ name: ROOT_KEY, value }).onConflictDoNothing()
  const [row] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, ROOT_KEY))
  if (!row) throw new Error('The server secret cannot be read')
  return new Uint8Array(row.value)
}

async function deriveKeys(root: Uint8Array<ArrayBuffer>) {
  const base = await crypto.subtle.importKey('raw', root, 'HKDF', false, ['deriveKey'])
  const from = (info: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(32),
    info: new TextEncoder().encode(`latchkey ${info}`),
  })
  const sealing = await crypto.subtle.deriveKey(from('sealing'), base, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 }
  const signing = await crypto.subtle.deriveKey(from('signing'), base, hmac, false, ['sign'])
  return { sealing, signing }
}
