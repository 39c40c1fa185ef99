/** The documents of a device: by collection, the version of each document. */
export type Have = Record<string, Record<string, number>>

/**
 * A hash of the versions of one collection, independent of their order: 64 bits, of which both halves are sums over the
 * documents. Versions are 52 bits of a cryptographic hash, so this hash need not be one.
 */
export function hashVersions(versions: Record<string, number>): string {
  let low = 0
  let high = 0
  for (const [id, version] of Object.entries(versions)) {
    const text = `${id} ${version}`
    low = (low + mix(text, 0x811c9dc5)) >>> 0
    high = (high + mix(text, 0x2545f491)) >>> 0
  }
  return (BigInt(high) * 0x1_0000_0000n + BigInt(low)).toString(36)
}

/** 32 bits of a text: FNV-1a, and the finalizer of MurmurHash3. */
function mix(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
