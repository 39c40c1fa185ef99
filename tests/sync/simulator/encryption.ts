let running = 0

/** Whether Web Crypto works on something. That takes real time, which the virtual clock does not see. */
export const isEncrypting = () => running > 0

type Work = (...given: unknown[]) => Promise<unknown>
const subtle = crypto.subtle as unknown as Record<string, Work>

// All of them: while a digest of a directory part was not among them, time went on before the part was stored.
for (const name of Object.getOwnPropertyNames(SubtleCrypto.prototype)) {
  const work = subtle[name]
  if (name === 'constructor' || typeof work !== 'function') continue
  subtle[name] = async (...given) => {
    running++
    try {
      return await work.apply(crypto.subtle, given)
    } finally {
      running--
    }
  }
}
