import { createECDH } from 'node:crypto'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { SealingKey, SealTo } from '#shared/sync/sealing.ts'

/** The order of P-256: private keys are between 1 and this number minus one. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * The key pair of an account for unsent mutations in a browser that was signed out. It is derived, so that no node has to store
 * it, and no two accounts share one. The browser receives the public key with the session-ended reply; only a signed-in session
 * receives the private key.
 */
export const sealingKey = async (keyring: Pick<Keyring, 'sign'>, principalId: PrincipalId): Promise<SealingKey> =>
  pairFrom(await keyring.sign('unsent-changes', principalId))

/** @param seed  32 bytes in hex that only the server can derive */
export function pairFrom(seed: string): SealingKey {
  const scalar = (BigInt(`0x${seed}`) % (ORDER - 1n)) + 1n
  const secret = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  // The byte 4, then both coordinates.
  const point = pair.getPublicKey()
  const text = (bytes: Buffer) => bytes.toString('base64url')
  return { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)), d: text(secret) }
}

export async function sealTo(keyring: Pick<Keyring, 'sign'>, principalId: PrincipalId): Promise<SealTo> {
  const { d: _secret, ...half } = await sealingKey(keyring, principalId)
  return half
}
