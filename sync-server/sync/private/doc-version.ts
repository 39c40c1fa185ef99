/**
 * The version of a document: 52 bits of the hash of its content. Any change of content changes it, and every node computes the
 * same version for the same content. For decisions of admins, and for tests; the private lane calls `hashDoc`.
 */
export const docVersion = (doc: object): number => hashDoc(doc).version

/** The version, and the number of characters that were hashed. The private lane calls it for each document (`private-lane.ts`). */
export function hashDoc(doc: object): { version: number; characters: number } {
  const json = canonicalJson(contents.get(doc) ?? doc)
  const digest = new Bun.CryptoHasher('sha256').update(json).digest('hex')
  return { version: Number.parseInt(digest.slice(0, 13), 16), characters: json.length }
}

const contents = new WeakMap<object, object>()

/**
 * A document with an expensive part: it is computed when it is first read, and the version uses its inputs in its place. The part
 * of a document that is only compared is never computed.
 */
export function withLatePart<Doc extends object, Name extends string, Part>(
  doc: Doc,
  name: Name,
  { madeOf, make }: { madeOf: object; make: () => Part },
): Doc & Record<Name, Part> {
  const whole = Object.defineProperty({ ...doc }, name, { get: make, enumerable: true, configurable: true })
  contents.set(whole, { ...doc, [name]: madeOf })
  return whole as Doc & Record<Name, Part>
}

/** JSON with sorted keys, independent of the order in which a query or a spread produced them. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
