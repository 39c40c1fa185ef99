import { createHash } from 'node:crypto'

let running = 0

/** Whether Web Crypto is working. That takes real time, which the virtual clock does not see. */
export const isEncrypting = () => running > 0

type Work = (...args: unknown[]) => Promise<unknown>
const subtle = crypto.subtle as unknown as Record<string, Work>

for (const name of Object.getOwnPropertyNames(SubtleCrypto.prototype)) {
  const work = subtle[name]
  if (name === 'constructor' || typeof work !== 'function') continue
  subtle[name] = async (...args) => {
    running++
    try {
      return await work.apply(crypto.subtle, args)
    } finally {
      running--
    }
  }
}

// Web Crypto's own digest takes a varying number of turns of the event loop, so that a seed would not give the same history every
// time.
subtle.digest = async (_algorithm, data) =>
  new Uint8Array(
    createHash('sha256')
      .update(data as Uint8Array)
      .digest(),
  ).buffer
