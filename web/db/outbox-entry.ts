import type { MutationId } from '#shared/ids.ts'

/**
 * One command that waits for the server.
 *
 * ```
 * waiting ──► (applied or duplicate: among what was sent, for a week)
 *    ▲  └───► refused ──► (discarded by the person: gone)
 *    └── retry ──┘
 * waiting, but put off by the server ──► (discarded by the person: gone)
 * ```
 */
export type OutboxEntry = {
  /** The order of writing on this device; given by IndexedDB. */
  seq?: number
  id: MutationId
  /** May be one that this build does not know: an older or newer build wrote it. */
  name: string
  args: unknown
  /** What the person saw when they wrote this, where the command merges. */
  base?: unknown
  /** Entries that were sent and are part of this one: see `Mutation.replaces`. */
  replaces?: MutationId[]
  /** ISO instant of this device's clock: shown to people, never used for order. */
  madeAt: string
  state: 'waiting' | 'refused'
  refusal?: { code: string; message: string; current?: unknown }
  /** ISO instant of this device's clock: when it was first sent, whether or not it arrived. */
  sentAt?: string
  /** ISO instant of this device's clock: the server heard of it and asked to hear of it again, later. */
  putOffAt?: string
}

/** A command that the server has taken; kept a week, so that its writer can see that it arrived. */
export type SentEntry = Pick<OutboxEntry, 'id' | 'name' | 'args' | 'madeAt'> & {
  /** Milliseconds since the epoch, this device's clock. */
  sentAt: number
}
