import type { DexieOptions } from 'dexie'
import type { PrincipalId } from '#shared/ids.ts'
import { SealingKey, type SealTo } from '#shared/sync/sealing.ts'
import type { DirectoryDatabase, SealedBatch } from '#web/db/directory-database.ts'
import { flush } from '#web/db/flush.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import type { LocalDraft, PrivateDatabase } from '#web/db/private-database.ts'
import { type SealedBox, SealedDatabase } from '#web/db/sealed-database.ts'
import { HttpProblem } from '#web/net/api.ts'
import type { LoadMutations } from '#web/sync/engine/mutation-registry.ts'
import { assertSameGeneration, takeUnsent, UNSENT } from '#web/sync/engine/outbox.ts'
import { getJson, isTransientStatus, type Transport } from '#web/sync/engine/transport.ts'
import { withEviction } from '#web/sync/engine/with-eviction.ts'
import { addDraft } from './transfer-outbox.ts'

/**
 * The unsent data of an account whose session was ended elsewhere.
 *
 * ```
 * outbox, drafts ──seal──► encrypted to the account ──unseal──► outbox, drafts of the same account, once
 * ```
 *
 * The key is the public key of the account, received with the end of the session. The server stores the private key and gives it
 * only to a signed-in session of that account. So neither a screen nor the user of this device can read the sealed data.
 */
type Content = { entries: OutboxEntry[]; drafts: SealedDraft[] }

/** JSON cannot contain files. */
type SealedDraft = Omit<LocalDraft, 'photo'> & { photo?: { type: string; base64: string } }

type Location = { directory: DirectoryDatabase; dexie: DexieOptions }
type Sealing = Location & { makeRoom: () => Promise<boolean> }

/**
 * Deletes everything in a database except unsent data, and seals that. Idempotent until the database is erased. Called while no
 * other principal switch runs. On a full device less important data is evicted.
 */
export async function seal({ directory, dexie, makeRoom }: Sealing, from: PrivateDatabase, to: SealTo): Promise<true> {
  const { entries, drafts } = await takeUnsent(from)
  // Also if there is no space to seal: then only the unsent data stays, and the next start tries again.
  await clearReceived(from)
  if (entries.length + drafts.length === 0) return true
  const batch: SealedBatch = { id: from.life, principal: from.principal as PrincipalId }
  const content: Content = { entries, drafts: await Promise.all(drafts.map(withoutFile)) }
  const box = await encrypt(content, batch, to)
  // The box is on disk before anything refers to it, and both are on disk before the source data is deleted.
  await withEviction(makeRoom, async () => {
    await withBoxes(dexie, (sealed) => sealed.boxes.put(box))
    await changeBatches(directory, (batches) => [...batches.filter(({ id }) => id !== batch.id), batch])
  })
  await flush(directory)
  return true
}

/** Not for an account that has signed in again since: the data belongs to its current session. */
const clearReceived = (from: PrivateDatabase) =>
  from.transaction('rw', from.tables, async () => {
    if ((await from.getMeta('life')) !== undefined) return
    for (const table of from.tables) if (!UNSENT.includes(table.name)) await table.clear()
  })

type Unsealing = Location & {
  loadMutations: LoadMutations
  /** Runs while no principal switch runs, so nothing is sealed concurrently. */
  exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/**
 * Moves the sealed data of the database's account back into its outbox, before the entries that were written since.
 *
 * @throws HttpProblem, Unreachable: the data stays sealed, and the next cycle tries again
 */
export async function unseal(transport: Transport, source: Unsealing, db: PrivateDatabase): Promise<void> {
  const { directory, dexie, loadMutations, exclusively } = source
  if ((await findBatches(directory, db)).length === 0) return
  const key = await fetchKey(transport)
  if (!key) return
  const registry = await loadMutations()
  await exclusively(() =>
    withBoxes(dexie, async (sealed) => {
      for (const { id } of await findBatches(directory, db)) {
        const box = await sealed.boxes.get(id)
        const content = box && (await decrypt(box, key).catch(() => undefined))
        if (content) await restore(registry, db, id, content)
        // Data that the key does not decrypt is kept: the user may still need it.
        if (box && !content) await changeBatches(directory, (all) => all.map((each) => markUnreadable(each, id)))
        else {
          await sealed.boxes.delete(id)
          await changeBatches(directory, (all) => all.filter((each) => each.id !== id))
        }
      }
      if ((await sealed.boxes.count()) === 0) await sealed.delete()
    }),
  )
}

const markUnreadable = (batch: SealedBatch, id: string): SealedBatch =>
  batch.id === id ? { ...batch, isUnreadable: true } : batch

async function findBatches(directory: DirectoryDatabase, { principal }: PrivateDatabase): Promise<SealedBatch[]> {
  const batches = (await directory.getMeta('sealed')) ?? []
  return batches.filter((batch) => batch.principal === principal && !batch.isUnreadable)
}

/** An older server has no key: the data stays sealed until the server is upgraded. */
async function fetchKey(transport: Transport): Promise<SealingKey | undefined> {
  try {
    return await getJson(transport, '/api/sync/sealing-key', SealingKey)
  } catch (error) {
    if (error instanceof HttpProblem && error.status !== 401 && !isTransientStatus(error.status)) return undefined
    throw error
  }
}

/** Exactly once, also when interrupted: the completion record is part of the transaction. */
const restore = (registry: Awaited<ReturnType<LoadMutations>>, db: PrivateDatabase, id: string, { entries, drafts }: Content) =>
  db.transaction('rw', db.tables, async () => {
    await assertSameGeneration(db)
    const done = (await db.getMeta('unsealed')) ?? []
    if (done.includes(id)) return
    await db.meta.put({ key: 'unsealed', value: [...done, id] })
    for (const { photo, ...draft } of drafts) {
      await addDraft(db, { ...draft, ...(photo && { photo: fileOf(photo) }) })
    }
    const later = await db.outbox.orderBy('seq').toArray()
    await db.outbox.clear()
    for (const { seq: _local, ...entry } of [...entries, ...later]) {
      if (await db.outbox.get({ id: entry.id })) continue
      await db.outbox.add(entry)
      if (entry.state === 'waiting') await registry.show(db, entry)
    }
  })

const changeBatches = (directory: DirectoryDatabase, change: (batches: SealedBatch[]) => SealedBatch[]) =>
  directory.transaction('rw', directory.meta, async () => {
    await directory.setMeta('sealed', change((await directory.getMeta('sealed')) ?? []))
  })

async function withBoxes<Result>(dexie: DexieOptions, work: (sealed: SealedDatabase) => Promise<Result>): Promise<Result> {
  const sealed = new SealedDatabase(dexie)
  try {
    return await work(sealed)
  } finally {
    sealed.close()
  }
}

const ECDH = { name: 'ECDH', namedCurve: 'P-256' }
const IV_BYTES = 12

/** ECIES: an ephemeral key pair and the account's key agree on an AES-256-GCM key. */
async function encrypt(content: Content, { id, principal }: SealedBatch, to: SealTo): Promise<SealedBox> {
  const { subtle } = crypto
  const own = await subtle.generateKey(ECDH, true, ['deriveBits'])
  const key = await agree(own.privateKey, await importHalf(to), id)
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const text = new TextEncoder().encode(JSON.stringify(content))
  const { x = '', y = '' } = await subtle.exportKey('jwk', own.publicKey)
  const sender: SealTo = { kty: 'EC', crv: 'P-256', x, y }
  return { id, principal, sender, iv, content: await subtle.encrypt({ name: 'AES-GCM', iv }, key, text) }
}

async function decrypt({ id, sender, iv, content }: SealedBox, mine: SealingKey): Promise<Content> {
  const secret = await crypto.subtle.importKey('jwk', mine, ECDH, false, ['deriveBits'])
  const key = await agree(secret, await importHalf(sender), id)
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, content)
  return JSON.parse(new TextDecoder().decode(text)) as Content
}

const importHalf = (half: SealTo) => crypto.subtle.importKey('jwk', half, ECDH, false, [])

async function agree(secret: CryptoKey, other: CryptoKey, id: string): Promise<CryptoKey> {
  const { subtle } = crypto
  const bits = await subtle.deriveBits({ name: 'ECDH', public: other }, secret, 256)
  const base = await subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(`latchkey unsent ${id}`)
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info }
  return subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

async function withoutFile({ photo, ...draft }: LocalDraft): Promise<SealedDraft> {
  if (!photo) return draft
  return { ...draft, photo: { type: photo.type, base64: base64Of(new Uint8Array(await photo.arrayBuffer())) } }
}

/** A number of arguments that every engine accepts in one call. */
const MAX_ARGUMENTS = 32_768

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += MAX_ARGUMENTS) {
    text += String.fromCharCode(...bytes.subarray(from, from + MAX_ARGUMENTS))
  }
  return btoa(text)
}

const fileOf = ({ type, base64 }: { type: string; base64: string }) =>
  new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], { type })
