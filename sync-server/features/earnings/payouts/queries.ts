import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { ledgerEntries, payoutBatches, payoutLines, users } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { isResponsibleFor, isWithheld } from '#server/features/listings/sold-listings.ts'
import type { UserId } from '#shared/ids.ts'
import { type AccountKey, formatAccount } from '#shared/ledger/account.ts'
import { formatTransaction } from '#shared/ledger/transaction.ts'
import { type Cents, cents } from '#shared/money.ts'

export type BatchRow = typeof payoutBatches.$inferSelect
export type LineRow = typeof payoutLines.$inferSelect

const MAX_BATCHES = 24

export async function findOpenBatch(db: Queryable): Promise<BatchRow | undefined> {
  const [batch] = await db.select().from(payoutBatches).where(eq(payoutBatches.status, 'open'))
  return batch
}

export async function lockBatch(tx: Transaction, id: string): Promise<BatchRow | undefined> {
  const [batch] = await tx.select().from(payoutBatches).where(eq(payoutBatches.id, id)).for('update')
  return batch
}

/** The latest batches, latest first: ids sort by creation time. */
export const listBatches = (db: Queryable): Promise<BatchRow[]> =>
  db.select().from(payoutBatches).orderBy(desc(payoutBatches.id)).limit(MAX_BATCHES)

/** The lines of some batches, with the mail address of each payee. */
export async function listLines(db: Queryable, batchIds: string[]): Promise<(LineRow & { email: string | null })[]> {
  if (batchIds.length === 0) return []
  const rows = await db
    .select({ line: payoutLines, email: users.email })
    .from(payoutLines)
    .leftJoin(users, eq(users.id, payoutLines.userId))
    .where(inArray(payoutLines.batchId, batchIds))
    .orderBy(desc(payoutLines.amount), asc(payoutLines.id))
  return rows.map(({ line, email }) => ({ ...line, email }))
}

export const listOpenLines = (db: Queryable, batchId: string): Promise<LineRow[]> =>
  db
    .select()
    .from(payoutLines)
    .where(and(eq(payoutLines.batchId, batchId), eq(payoutLines.status, 'open')))

export async function findLine(db: Queryable, id: string): Promise<LineRow | undefined> {
  const [line] = await db.select().from(payoutLines).where(eq(payoutLines.id, id))
  return line
}

/** A line with its payee's mail address, and the time when its batch was paid. */
export async function lockLine(tx: Transaction, id: string) {
  const [row] = await tx
    .select({ line: payoutLines, email: users.email, decidedAt: payoutBatches.closedAt })
    .from(payoutLines)
    .innerJoin(payoutBatches, eq(payoutBatches.id, payoutLines.batchId))
    .leftJoin(users, eq(users.id, payoutLines.userId))
    .where(eq(payoutLines.id, id))
    .for('update', { of: payoutLines })
  return row && { ...row.line, email: row.email, decidedAt: row.decidedAt }
}

export async function settleLine(
  tx: Transaction,
  id: string,
  change: Partial<Pick<LineRow, 'status' | 'transferId' | 'failure' | 'paidAt' | 'waitsSince' | 'withdrawAskedAt'>>,
) {
  await tx.update(payoutLines).set(change).where(eq(payoutLines.id, id))
}

/**
 * Whether the provider account of a line still belongs to its payee, whether the payee is still the owner of the ledger account,
 * and whether the listing's earnings are withheld.
 */
export async function readPayee(db: Queryable, { accountKind, accountOwner, destination, userId }: LineRow) {
  const listing = sql`${accountKind === 'investor_payable' ? accountOwner : null}::text`
  const [row] = await db.execute<{ is_connected: boolean; is_theirs: boolean; is_revoked: boolean }>(sql`
    select exists (select from payout_accounts a where a.provider_id = ${destination} and a.user_id = ${userId}) as is_connected,
      exists (select from vcs v where v.user_id = ${userId} and ${isResponsibleFor(listing)}) as is_theirs,
      exists (select from vcs v where ${isWithheld(listing)} and ${isResponsibleFor(listing)}) as is_revoked`)
  return { isConnected: row?.is_connected ?? false, isTheirs: row?.is_theirs ?? false, isRevoked: row?.is_revoked ?? false }
}

/** Lines of a payee that are neither paid nor withdrawn. */
export const countLeaving = (db: Queryable, userId: UserId): Promise<number> =>
  db.$count(payoutLines, and(eq(payoutLines.userId, userId), inArray(payoutLines.status, ['open', 'sending'])))

/** Whether an account has, or had, anything that a payout may be made for. */
export async function isInPayouts(db: Queryable, userId: UserId): Promise<boolean> {
  const [found] = await db.execute<{ isIn: boolean }>(sql`
    select exists (select from vcs where user_id = ${userId}) or exists (select from payout_lines where user_id = ${userId})
      or exists (select from payout_accounts where user_id = ${userId}) as "isIn"`)
  return found?.isIn ?? true
}

/** Lines whose transfer to an account is decided and not made. */
export async function listSendingTo(db: Queryable, destination: string): Promise<string[]> {
  const isMeant = and(eq(payoutLines.destination, destination), eq(payoutLines.status, 'sending'))
  return (await db.select({ id: payoutLines.id }).from(payoutLines).where(isMeant)).map(({ id }) => id)
}

/**
 * Records that the provider rejected an attempt for lack of balance: the next one uses another idempotency key. Two runs of one
 * attempt count once.
 */
export async function noteUncovered(db: Queryable, { id, attempt, waitsSince }: LineRow, now: Date) {
  await db
    .update(payoutLines)
    .set({ attempt: attempt + 1, waitsSince: waitsSince ?? now })
    .where(and(eq(payoutLines.id, id), eq(payoutLines.attempt, attempt), eq(payoutLines.status, 'sending')))
}

export async function insertBatch(
  tx: Transaction,
  batch: typeof payoutBatches.$inferInsert,
  lines: (typeof payoutLines.$inferInsert)[],
) {
  await tx.insert(payoutBatches).values(batch)
  await tx.insert(payoutLines).values(lines)
}

export async function closeBatch(
  tx: Transaction,
  id: string,
  change: Pick<BatchRow, 'status' | 'reference' | 'closedAt' | 'paidBy'>,
) {
  await tx.update(payoutBatches).set(change).where(eq(payoutBatches.id, id))
}

/** Closes open lines of a batch, all or one of them. @returns how many were open */
export async function closeLines(
  tx: Transaction,
  { batchId, id, goes }: { batchId: string; id?: string; goes?: 'by-hand' | 'by-transfer' },
  change: Partial<Pick<LineRow, 'status' | 'paidAt'>>,
): Promise<number> {
  const isMeant = and(
    eq(payoutLines.batchId, batchId),
    eq(payoutLines.status, 'open'),
    id === undefined ? undefined : eq(payoutLines.id, id),
    goes === 'by-hand' ? isNull(payoutLines.destination) : undefined,
    goes === 'by-transfer' ? isNotNull(payoutLines.destination) : undefined,
  )
  return (await tx.update(payoutLines).set(change).where(isMeant).returning({ id: payoutLines.id })).length
}

/** Posts payouts against the payable accounts. A unique index limits each line to one set of legs. */
export async function insertPayoutLegs(
  tx: Transaction,
  lines: { id: string; account: AccountKey; amount: Cents }[],
  paidAt: Date,
) {
  const legs = lines.flatMap(({ id, account, amount }) => {
    const leg = (of: AccountKey, cent: number) => ({
      id: newId<string>('leg'),
      orderId: null,
      transaction: formatTransaction({ kind: 'payout', id }),
      account: of,
      amount: cents(cent),
      createdAt: paidAt,
    })
    return [leg(account, amount), leg(formatAccount({ kind: 'cash' }), -amount)]
  })
  if (legs.length > 0) await tx.insert(ledgerEntries).values(legs)
}
