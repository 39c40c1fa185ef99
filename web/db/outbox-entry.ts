import type { MutationId } from '#shared/ids.ts'

/**
 * One mutation that waits for the server.
 *
 * ```
 * waiting ──► (applied or duplicate: in the sent log, for a week)
 *    ▲  └───► refused ──► (discarded by the user: deleted)
 *    └── retry ──┘
 * waiting, but deferred by the server ──► (discarded by the user: deleted)
 * ```
 */
export type OutboxEntry = {
  /** Write order on this device; assigned by IndexedDB. */
  seq?: number
  id: MutationId
  /** May be unknown to this build: an older or newer build wrote it. */
  name: string
  args: unknown
  /** The value that the user saw when making the change, for mutations that merge. */
  base?: unknown
  /** Sent entries that were squashed into this one: see `Mutation.replaces`. */
  replaces?: MutationId[]
  /** ISO instant, clock of this device: displayed, never used for ordering. */
  madeAt: string
  state: 'waiting' | 'refused'
  refusal?: { code: string; message: string; current?: unknown }
  /** ISO instant, clock of this device: when it was first sent, whether or not it arrived. */
  sentAt?: string
  /** ISO instant, clock of this device: when the server received it and asked to retry later. */
  putOffAt?: string
}

/** A mutation that the server has applied; kept for a week, so that the user can see that it arrived. */
export type SentEntry = Pick<OutboxEntry, 'id' | 'name' | 'args' | 'madeAt'> & {
  /** Milliseconds since the epoch, this device's clock. */
  sentAt: number
}
