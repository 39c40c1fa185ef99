import { createHash } from 'node:crypto'

let running = 0

/** Whether Web Crypto works on something. That takes real time, which the virtual clock does not see. */
export const isEncrypting = () => running > 0

type Work = (...given: unknown[]) => Promise<unknown>
const subtle = crypto.subtle as unknown as Record<string, Work>

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

// Web Crypto's own takes another number of turns of the event loop each time, so that no seed would give one history every time.
subtle.digest = async (_algorithm, data) =>
  new Uint8Array(
    createHash('sha256')
      .update(data as Uint8Array)
      .digest(),
  ).buffer
