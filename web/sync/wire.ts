import type * as v from 'valibot'
import { PROTOCOL_HEADER, SYNC_PROTOCOL } from '#shared/sync/protocol.ts'
import { type Api, HttpProblem } from '#web/net/api.ts'
import { Overdue } from './deadline.ts'
import type { Locks } from './device.ts'

/** How one round speaks to the server: every phase has a deadline, and all end when the tab stops leading. */
export type Wire = {
  api: Api
  locks: Locks
  stop: AbortSignal
  /** Told of each answer: the round is slow perhaps, but it does not hang. */
  alive?: () => void
}

/** Milliseconds. A part may come over a conference hall's network. */
const DEADLINE = 15_000
const PART_DEADLINE = 60_000

const headers = { [PROTOCOL_HEADER]: String(SYNC_PROTOCOL) }
const within = (wire: Wire, ms: number) => ({ headers, signal: AbortSignal.any([wire.stop, AbortSignal.timeout(ms)]) })
const heard = <Answer>(wire: Wire, answer: Promise<Answer>) => answer.finally(() => wire.alive?.())

export const ask = <Output>(wire: Wire, path: string, schema: v.GenericSchema<unknown, Output>) =>
  heard(wire, wire.api.get(path, schema, within(wire, DEADLINE)))
export const tell = <Output>(wire: Wire, path: string, body: unknown, schema: v.GenericSchema<unknown, Output>) =>
  heard(wire, wire.api.post(path, body, schema, within(wire, DEADLINE)))
export const fetchPart = (wire: Wire, hash: string) =>
  heard(wire, wire.api.text(`/api/sync/directory/parts/${hash}`, within(wire, PART_DEADLINE)))

/** Longer than one request of the kind may take: then it is the device that does not answer. */
export const SILENCE_MS = 2 * DEADLINE
export const PART_SILENCE_MS = PART_DEADLINE + DEADLINE

/** @throws Overdue when whoever holds the lock does not let go of it */
export async function withLock<Result>(wire: Wire, name: string, work: () => Promise<Result>): Promise<Result> {
  const waited = AbortSignal.timeout(DEADLINE)
  let isOurs = false
  try {
    const begin = () => {
      isOurs = true
      return work()
    }
    return await wire.locks.exclusively(name, begin, AbortSignal.any([wire.stop, waited]))
  } catch (error) {
    if (isOurs || !waited.aborted) throw error
    throw new Overdue('Another tab of this app is busy. Close it if this goes on.')
  }
}

/** Statuses that say nothing about what was sent: later the same may be taken. */
export const isPassing = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429

/** A no that is meant for what was sent, said by our own server: waiting would not change it. */
export function isRefusal(error: unknown): error is HttpProblem & { problem: NonNullable<HttpProblem['problem']> } {
  if (!(error instanceof HttpProblem) || !error.problem || isPassing(error.status)) return false
  return error.status >= 400 && error.status !== 401 && error.status !== 426
}
