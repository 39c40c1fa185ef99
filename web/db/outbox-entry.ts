import type { MutationId } from '#shared/ids.ts'

/**
 * One command that waits for the server.
 *
 * ```
 * waiting ──► (applied or duplicate: gone)
 *    ▲  └───► refused ──► (discarded by the person: gone)
 *    └── retry ──┘
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
  /** ISO instant of this device's clock: shown to people, never used for order. */
  madeAt: string
  state: 'waiting' | 'refused'
  refusal?: { code: string; message: string; current?: unknown }
}
