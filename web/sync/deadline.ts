import type { Wire } from './wire.ts'

/** Something on this device gave no sign of life for too long. It may still end; nobody waits for it any more. */
export class Overdue extends Error {
  override readonly name = 'Overdue'
}

/**
 * Waits for one phase of a round, and no longer than it shows signs of life: each answer of the server is one. Requests
 * have deadlines of their own, so what ends here is a storage, a lock or a chunk that never comes.
 *
 * What is given up may still be written later: results that are true, rows that the next pull sets right.
 *
 * @param silenceMs  longer than any single request of the phase may take
 * @throws Overdue, also when the round itself is given up
 */
export function inTime<Result>(wire: Wire, silenceMs: number, work: (wire: Wire) => Promise<Result>): Promise<Result> {
  let callOff: () => void = () => undefined
  let giveUp: () => void = () => undefined
  const overdue = new Promise<never>((_, reject) => {
    giveUp = () => reject(new Overdue('The storage of this browser does not answer. Please reload the page.'))
  })
  const alive = () => {
    callOff()
    callOff = wire.after(silenceMs, giveUp)
    wire.alive?.()
  }
  alive()
  wire.stop.addEventListener('abort', giveUp, { once: true })
  if (wire.stop.aborted) giveUp()
  return Promise.race([work({ ...wire, alive }), overdue]).finally(() => {
    callOff()
    wire.stop.removeEventListener('abort', giveUp)
  })
}
