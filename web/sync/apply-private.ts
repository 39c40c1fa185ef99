import type { PrincipalId } from '#shared/ids.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { MutationResult } from '#shared/sync/push.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import type { LoadCommands } from './commands.ts'
import { assertSameLife, listWaiting, PrincipalLeft } from './outbox.ts'
import type { PushOutcome } from './push.ts'
import { moveToSent, pruneSent } from './sent.ts'

export type PrivateUpdate = {
  delta: PrivateDelta | undefined
  principalId: PrincipalId | undefined
  /** Milliseconds since the epoch. */
  validatedAt: number
}

/** Writing "confirmed just now" on every pull would wake every screen that asks for it. */
const STAMP_AFTER_MS = 60 * 60 * 1000

/**
 * Stores the answer of a pull in one transaction: its rows, and over them again whatever still waits, so that an unsent change
 * neither flickers nor is lost.
 *
 * @throws PrincipalLeft when the database changed hands since the question was asked; nothing is written then
 */
export async function applyPrivate(loadCommands: LoadCommands, db: PrivateDatabase, update: PrivateUpdate): Promise<void> {
  if (await saysNothing(db, update)) return
  const commands = update.delta && (await loadCommands())
  await db.transaction('rw', db.tables, async () => {
    await assertSameLife(db)
    if (update.principalId) await db.meta.put({ key: 'principalId', value: update.principalId })
    if (update.validatedAt - ((await db.getMeta('validatedAt')) ?? 0) > STAMP_AFTER_MS) {
      await db.meta.put({ key: 'validatedAt', value: update.validatedAt })
      await pruneSent(db, update.validatedAt)
    }
    if (!update.delta || !commands) return
    await commands.applyRows(db, update.delta)
    for (const entry of await listWaiting(db)) await commands.show(db, entry)
  })
}

/** Most rounds find nothing: those need no transaction that every screen would have to wait for. */
async function saysNothing(db: PrivateDatabase, { delta, principalId, validatedAt }: PrivateUpdate): Promise<boolean> {
  if (delta) return false
  const [life, known, stamped] = await db.meta.bulkGet(['life', 'principalId', 'validatedAt'])
  if (life?.value !== db.life) throw new PrincipalLeft()
  const isStamped = validatedAt - Number(stamped?.value ?? 0) <= STAMP_AFTER_MS
  return isStamped && (principalId === undefined || principalId === known?.value)
}

/** Stores the answers of one batch of a push, so that what was answered is not sent again. */
export async function applyResults(db: PrivateDatabase, { results, principalId }: PushOutcome, now: number): Promise<void> {
  await db.transaction('rw', db.outbox, db.sent, db.meta, async () => {
    await assertSameLife(db)
    await settle(db, results, now)
    if (principalId) await db.meta.put({ key: 'principalId', value: principalId })
  })
}

async function settle(db: PrivateDatabase, results: MutationResult[], now: number) {
  const isTaken = ({ status }: MutationResult) => status === 'applied' || status === 'duplicate'
  await moveToSent(
    db,
    results.filter(isTaken).map(({ id }) => id),
    now,
  )
  for (const { id, status, code, message, current } of results) {
    if (status === 'retry') await db.outbox.where({ id }).modify({ putOffAt: new Date(now).toISOString() })
    if (status !== 'refused') continue
    const refusal = { code: code ?? 'invalid', message: message ?? 'This change was refused.', current }
    await db.outbox.where({ id }).modify({ state: 'refused', refusal })
  }
}
