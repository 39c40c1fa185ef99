/**
 * The version of a document: 52 bits of the hash of its content, so that any
 * change of content changes it, and every node gives the same content the same one.
 */
export function docVersion(doc: object): number {
  const digest = new Bun.CryptoHasher('sha256').update(canonicalJson(doc)).digest('hex')
  return Number.parseInt(digest.slice(0, 13), 16)
}

/** JSON whose keys stand in one order, whichever order a query or a spread gave them. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
