import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { installation, orders, payoutAccounts, stripeEvents } from '#drizzle/schema/index.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { PaymentMode } from './env.ts'

/** The name of this installation: made once, kept in the database, shared by its nodes. */
export function createInstallation(db: Database): () => Promise<string> {
  let known: string | undefined
  return async () => {
    if (known !== undefined) return known
    await db
      .insert(installation)
      .values({ key: newId('ins') })
      .onConflictDoNothing()
    const [row] = await db.select().from(installation)
    if (!row) throw new Error('The installation has no name')
    known = row.key
    return known
  }
}

/**
 * Keeps the mode of the payments that a database holds. What was paid with a test card is never handed over or paid out under
 * live keys, and the reverse, so that a database with paid orders is used with keys of their mode alone. Without a paid order the
 * mode may change: open payments of the earlier mode are given up, and its bank accounts are forgotten, because the provider
 * knows neither under the new keys.
 *
 * A database without a mode is new, or a copy whose row was deleted: it becomes live only when no order was paid in a test mode.
 *
 * @throws Error whose message is made for the operator
 */
export async function keepMode(db: Database, mode: PaymentMode) {
  const [known] = await db.select({ mode: installation.mode }).from(installation)
  if (known?.mode === mode) return
  await db.transaction(async (tx) => {
    await tx
      .insert(installation)
      .values({ key: newId('ins') })
      .onConflictDoNothing()
    const [held] = await tx.select({ mode: installation.mode }).from(installation).for('update')
    const earlier = held?.mode ?? undefined
    if (earlier === mode) return
    const isOther = earlier !== undefined || mode === 'live'
    if (isOther && (await hasPaid(tx, earlier === undefined))) throw new Error(refusalOf(earlier, mode))
    if (isOther) await forgetMode(tx, earlier === undefined)
    await tx.update(installation).set({ mode })
  })
}

/** Whether the kept mode is the live one, for queries about money. */
export const isLiveInstallation = sql`exists (select from installation where mode = 'live')`

const refusalOf = (earlier: PaymentMode | undefined, mode: PaymentMode) =>
  `The database holds orders that were paid in ${earlier ? `the mode "${earlier}"` : 'a test mode'}, and the configured payments are "${mode}".
Use the keys of that mode, or another database: what was paid in one mode is not handed over or paid out in another.`

const isOfTestMode = sql`not ${orders.livemode}`

async function hasPaid(tx: Transaction, isTestOnly: boolean): Promise<boolean> {
  const isPaid = and(isNotNull(orders.paidAt), isTestOnly ? isOfTestMode : undefined)
  return (await tx.select({ id: orders.id }).from(orders).where(isPaid).limit(1)).length > 0
}

/** Unpaid orders keep no name of the provider's, and news of them waits no more: no round asks for what the new keys do not know. */
async function forgetMode(tx: Transaction, isTestOnly: boolean) {
  const isUnpaid = and(isNull(orders.paidAt), isTestOnly ? isOfTestMode : undefined)
  const isKnown = or(
    isNotNull(orders.piId),
    isNotNull(orders.sessionId),
    inArray(orders.status, ['pending', 'processing', 'failed']),
  )
  await tx.update(orders).set({ status: 'cancelled', piId: null, sessionId: null }).where(and(isUnpaid, isKnown))
  const isNews = and(eq(stripeEvents.status, 'pending'), isTestOnly ? eq(stripeEvents.livemode, false) : undefined)
  await tx.update(stripeEvents).set({ status: 'ignored', processedAt: sql`now()` }).where(isNews)
  if (!isTestOnly) await tx.delete(payoutAccounts)
}
