let running = 0

/** Whether a key or a text is being worked on: that takes real time, of which the histories' clock knows nothing. */
export const isEncrypting = () => running > 0

type Work = (...given: unknown[]) => Promise<unknown>
const subtle = crypto.subtle as unknown as Record<string, Work>

for (const name of ['generateKey', 'importKey', 'exportKey', 'deriveBits', 'deriveKey', 'encrypt', 'decrypt']) {
  const work = subtle[name]?.bind(crypto.subtle)
  if (!work) continue
  subtle[name] = async (...given) => {
    running++
    try {
      return await work(...given)
    } finally {
      running--
    }
  }
}
