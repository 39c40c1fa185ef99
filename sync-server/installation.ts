import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { installation, orders, payoutAccounts, stripeEvents } from '#drizzle/schema/index.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { PaymentMode } from './env.ts'

/** The id of this installation: created once, stored in the database, shared by its nodes. */
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
 * Checks and stores the payment mode of a database. A purchase paid with a test card is never delivered or paid out under live
 * keys, and the reverse, so a database with paid orders is used only with keys of their mode. Without a paid order the mode may
 * change: open payments of the earlier mode are cancelled, and its bank accounts are deleted, because the provider knows neither
 * under the new keys.
 *
 * A database without a mode is new, or a copy whose row was deleted: it becomes live only when no order was paid in a test mode.
 *
 * @throws Error whose message is for the operator
 */
export async function keepMode(db: Database, mode: PaymentMode) {
  const [known] = await db.select({ mode: installation.mode }).from(installation)
  if (known?.mode === mode) return
  await db.transaction(async (tx) => {
    await tx
      .insert(installation)
      .values({ key: newId('ins') })
      .onConflictDoNothing()
    const [locked] = await tx.select({ mode: installation.mode }).from(installation).for('update')
    const earlier = locked?.mode ?? undefined
    if (earlier === mode) return
    const isOther = earlier !== undefined || mode === 'live'
    if (isOther && (await hasPaid(tx, earlier === undefined))) throw new Error(refusalOf(earlier, mode))
    if (isOther) await forgetMode(tx, earlier === undefined)
    await tx.update(installation).set({ mode })
  })
}

/** Whether the stored mode is live, for queries about money. */
export const isLiveInstallation = sql`exists (select from installation where mode = 'live')`

const refusalOf = (earlier: PaymentMode | undefined, mode: PaymentMode) =>
  `The database holds orders that were paid in ${earlier ? `the mode "${earlier}"` : 'a test mode'}, and the configured payments are "${mode}".
Use the keys of that mode, or another database: purchases and payouts of one mode are not valid in another.`

const isOfTestMode = sql`not ${orders.livemode}`

async function hasPaid(tx: Transaction, isTestOnly: boolean): Promise<boolean> {
  const isPaid = and(isNotNull(orders.paidAt), isTestOnly ? isOfTestMode : undefined)
  return (await tx.select({ id: orders.id }).from(orders).where(isPaid).limit(1)).length > 0
}

/**
 * Removes the provider's ids from unpaid orders and marks their pending events as ignored: no job may query payments that the new
 * keys do not know.
 */
async function forgetMode(tx: Transaction, isTestOnly: boolean) {
  const isUnpaid = and(isNull(orders.paidAt), isTestOnly ? isOfTestMode : undefined)
  const isKnown = or(
    isNotNull(orders.piId),
    isNotNull(orders.sessionId),
    inArray(orders.status, ['pending', 'processing', 'failed']),
  )
  await tx.update(orders).set({ status: 'cancelled', piId: null, sessionId: null }).where(and(isUnpaid, isKnown))
  const isPendingEvent = and(eq(stripeEvents.status, 'pending'), isTestOnly ? eq(stripeEvents.livemode, false) : undefined)
  await tx.update(stripeEvents).set({ status: 'ignored', processedAt: sql`now()` }).where(isPendingEvent)
  if (!isTestOnly) await tx.delete(payoutAccounts)
}
