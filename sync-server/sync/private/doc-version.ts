/**
 * The version of a document: 52 bits of the hash of its content, so that any
 * change of content changes it, and every node gives the same content the same one.
 */
export const docVersion = (doc: object): number => measureDoc(doc).version

/** The version, and how much was read for it. */
export function measureDoc(doc: object): { version: number; characters: number } {
  const json = canonicalJson(contents.get(doc) ?? doc)
  const digest = new Bun.CryptoHasher('sha256').update(json).digest('hex')
  return { version: Number.parseInt(digest.slice(0, 13), 16), characters: json.length }
}

const contents = new WeakMap<object, object>()

/**
 * A document with a part that takes long to make: it is made when it is first read, and in the version what it is made of takes its
 * place. A document that is only compared is never completed.
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

/** JSON whose keys stand in one order, whichever order a query or a spread gave them. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
