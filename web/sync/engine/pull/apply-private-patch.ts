import type { PrincipalId } from '#shared/ids.ts'
import type { Have } from '#shared/sync/have.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import type { LoadMutations } from '#web/sync/engine/mutation-registry.ts'
import { assertSameGeneration, listPending, StalePrincipalError } from '#web/sync/engine/outbox.ts'
import { pruneSentLog } from '#web/sync/engine/push/sent-log.ts'
import { TryAgain } from '#web/sync/engine/sync-errors.ts'

export type PrivateUpdate = {
  delta: PrivateDelta | undefined
  /** Versions that were sent for the collections that were compared. */
  have: Have
  principalId: PrincipalId | undefined
  /** Number of responses that had been stored when the request was made. */
  answers: number
  /** Milliseconds since the epoch. */
  validatedAt: number
}

/** Storing "confirmed just now" on every pull would wake every screen that reads it. */
const STAMP_AFTER_MS = 60 * 60 * 1000

/**
 * Stores the response of a pull in one transaction: its rows, then the optimistic effects of all pending entries, so that an
 * unsent change neither flickers nor is lost.
 *
 * @throws StalePrincipalError if the principal of the database has changed since the request; nothing is written
 * @throws TryAgain if another leader, or the worker, has stored a response since the request, which may be newer; nothing is
 *   written
 */
export async function applyPrivate(loadMutations: LoadMutations, db: PrivateDatabase, update: PrivateUpdate): Promise<void> {
  if (await isNoop(db, update)) return
  const registry = update.delta && (await loadMutations())
  await db.transaction('rw', db.tables, async () => {
    await assertSameGeneration(db)
    if (update.delta && (await countAnswer(db)) !== update.answers) throw new TryAgain('Another response was stored first.')
    if (update.principalId) await db.meta.put({ key: 'principalId', value: update.principalId })
    if (!isStamped(await db.getMeta('validatedAt'), update.validatedAt)) {
      await db.meta.put({ key: 'validatedAt', value: update.validatedAt })
      await pruneSentLog(db, update.validatedAt)
    }
    if (!update.delta || !registry) return
    await registry.applyRows(db, update.delta, update.have)
    for (const entry of await listPending(db)) await registry.show(db, entry)
  })
}

/** Inside a transaction that stores a response: counts it. @returns the count before */
export async function countAnswer(db: PrivateDatabase): Promise<number> {
  const answers = (await db.getMeta('answers')) ?? 0
  await db.meta.put({ key: 'answers', value: answers + 1 })
  return answers
}

/** A timestamp in the future comes from a clock that was ahead. */
const isStamped = (stamp = 0, now: number) => Math.abs(now - stamp) <= STAMP_AFTER_MS

/** Most cycles bring no changes. They need no transaction, which would block every screen. */
async function isNoop(db: PrivateDatabase, { delta, principalId, validatedAt }: PrivateUpdate): Promise<boolean> {
  if (delta) return false
  const [life, known, stamped] = await db.meta.bulkGet(['life', 'principalId', 'validatedAt'])
  if (life?.value !== db.life) throw new StalePrincipalError()
  return (
    isStamped(stamped?.value as number | undefined, validatedAt) && (principalId === undefined || principalId === known?.value)
  )
}
