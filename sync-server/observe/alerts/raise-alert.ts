import type { Queryable } from '#server/database/client.ts'
import type { AlertSignal } from '#shared/admin/alerts.ts'
import { addPending } from './queries.ts'

/** Counts one occurrence, in the transaction that causes it. */
export const raiseAlert = (tx: Queryable, kind: AlertSignal) => addPending(tx, kind, 1)

const SAVE_EVERY_MS = 10_000

type Deps = { db: Queryable; now: () => Date }

/**
 * Counts what strangers can cause at any rate: a node writes at once, and then at most every ten seconds. Occurrences after the last
 * write are written with the next one.
 *
 * @returns resolves in any case: the caller has a refusal to send
 */
export function createAlertCounter({ db, now }: Deps, kind: AlertSignal): () => Promise<void> {
  let unsaved = 0
  let savedAt = Number.NEGATIVE_INFINITY
  return async () => {
    unsaved += 1
    if (now().getTime() - savedAt < SAVE_EVERY_MS) return
    const count = unsaved
    unsaved = 0
    savedAt = now().getTime()
    await addPending(db, kind, count).catch(() => {
      unsaved += count
    })
  }
}
