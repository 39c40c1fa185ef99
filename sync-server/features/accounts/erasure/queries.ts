import { and, eq, inArray, isNotNull, isNull, ne, not, or, sql } from 'drizzle-orm'
import {
  contactDeals,
  contactEntries,
  contactFollowUps,
  contactIntros,
  contactNotes,
  decisionMakerUnlocks,
  jobs,
  mailOutbox,
  mailTemplates,
  newsletterSubscriptions,
  notices,
  orders,
  payments,
  people,
  principals,
  projectReports,
  projects,
  raiseRounds,
  refundRequests,
  savedInvestors,
  savedSearches,
  textWriters,
  tickets,
  users,
  vcRequests,
  vcUnlocks,
} from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { BATCH_SIZE, deleteInBatches, inBatchesOf } from '#server/database/delete-in-batches.ts'
import { forgetAuditTexts, writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'

/** Deletes the content that a principal wrote or saved for private use, and the record of which device wrote it. */
export async function deleteOwnWords(tx: Transaction, principalId: PrincipalId) {
  const aboutContacts = [contactNotes, contactEntries, contactIntros, contactFollowUps, contactDeals]
  const others = [mailTemplates, people, raiseRounds, savedInvestors, savedSearches, notices, tickets, textWriters]
  for (const table of [...aboutContacts, ...others]) {
    await tx.delete(table).where(eq(table.principalId, principalId))
  }
}

/**
 * Deletes what remains of a principal's merged guests, one batch per transaction. Orders may reference holds: these are emptied
 * instead.
 */
export async function deleteLeft(db: Queryable, principalId: PrincipalId, batchSize = BATCH_SIZE) {
  const isGuests = sql`principal_id in (select id from principals where merged_into = ${principalId})`
  await deleteInBatches(db, tickets, isGuests, batchSize)
  await deleteInBatches(db, vcRequests, isGuests, batchSize)
  const isNamed = sql`num_nonnulls(founder_email, founder_name, founder_company, meeting_description, meeting_title) > 0`
  await inBatchesOf(batchSize, async (limit) => {
    const emptied = await db.execute(sql`
      update meeting_bookings set founder_email = null, founder_name = null, founder_company = null,
        meeting_description = null, meeting_title = null
      where id = any(array(select id from meeting_bookings where ${isGuests} and status = 'expired' and ${isNamed} limit ${limit}))`)
    return emptied.count
  })
}

/** Rows that others depend on stay, without personal data. */
export async function deleteDerivedData(tx: Transaction, principalId: PrincipalId, userId: UserId) {
  const own = { founderEmail: null, userId: null, message: null, answerNote: null }
  // A reply stays as an event: it counts for the investor. Its text was written to this user.
  const replyText = sql`left(${vcRequests.replyText}, 0)`
  await tx
    .update(vcRequests)
    .set({ ...own, replyText })
    .where(eq(vcRequests.principalId, principalId))
  await tx.update(vcUnlocks).set({ email: null }).where(eq(vcUnlocks.principalId, principalId))
  await tx.update(decisionMakerUnlocks).set({ email: null }).where(eq(decisionMakerUnlocks.principalId, principalId))
  await tx.update(payments).set({ founderId: null, introTemplate: null }).where(eq(payments.principalId, principalId))
  await tx.update(projectReports).set({ text: '' }).where(eq(projectReports.principalId, principalId))
  const bought = tx.select({ id: orders.id }).from(orders).where(eq(orders.principalId, principalId))
  const written = or(inArray(refundRequests.orderId, bought), eq(refundRequests.principalId, principalId))
  await tx
    .update(refundRequests)
    .set({ reason: '', ruleReason: sql`left(${refundRequests.ruleReason}, 0)` })
    .where(written)
  const ownRequests = tx.select({ id: vcRequests.id }).from(vcRequests).where(eq(vcRequests.principalId, principalId))
  const ownProjects = tx.select({ id: projects.id }).from(projects).where(eq(projects.userId, userId))
  const targets = [userId, principalId, ...[...(await ownRequests), ...(await ownProjects)].map(({ id }) => id)]
  await forgetAuditTexts(tx, targets)
}

/** Mails that an account causes to its own address, verified or not. */
const OWN_LETTERS = [
  ...['welcome', 'verify-email', 'code', 'new-sign-in', 'email-changing', 'reset-password', 'password-changed'],
  // They name the holder of a bank account.
  ...['payout', 'payout-details-changed', 'payout-details-removed', 'payout-details-missing'],
]

/**
 * Deletes mails to the person, except the farewell and receipts that are not sent yet, and queued jobs that contain the address.
 * An unverified address may belong to another person: of its mails only those about the account are deleted. The notice to a
 * listed person is a legal duty and does not belong to the account.
 */
export async function deleteCorrespondence(
  tx: Transaction,
  { email, farewellId, isProved }: { email: string; farewellId: string | undefined; isProved: boolean },
) {
  const isTheirs = eq(sql`lower(${mailOutbox.recipient})`, email)
  const isFarewell = farewellId === undefined ? undefined : eq(mailOutbox.id, farewellId)
  const isDone = or(isNotNull(mailOutbox.sentAt), isNull(mailOutbox.orderId))
  const isOwn = isProved ? ne(mailOutbox.template, 'listing-notice') : inArray(mailOutbox.template, OWN_LETTERS)
  await tx.delete(mailOutbox).where(and(isTheirs, isFarewell && not(isFarewell), isDone, isOwn))
  await tx.delete(jobs).where(eq(sql`lower(${jobs.payload} ->> 'email')`, email))
}

/**
 * Empties the mails of orders that no longer contain an address. The rows stay: they prevent a mail from being written twice. A
 * mail that is being sent is emptied later, by the daily run.
 *
 * @param principalId  limits the run to one erased account
 */
export async function emptyLettersOfOrders(db: Queryable, principalId?: PrincipalId) {
  const isNameless = sql`${orders.snapshot} ? 'receiptKey' and not ${orders.snapshot} ? 'receiptEmail'`
  const isTheirs = principalId === undefined ? undefined : eq(orders.principalId, principalId)
  const nameless = db.select({ id: orders.id }).from(orders).where(and(isNameless, isTheirs))
  const isOver = or(isNotNull(mailOutbox.sentAt), isNotNull(mailOutbox.failedAt))
  await db
    .update(mailOutbox)
    .set({ recipient: '', subject: '', text: '', html: null, calendar: null, attachment: null, lastError: null })
    .where(and(inArray(mailOutbox.orderId, nameless), ne(mailOutbox.recipient, ''), isOver))
}

export async function deleteSubscription(tx: Transaction, email: string) {
  await tx.delete(newsletterSubscriptions).where(eq(sql`lower(${newsletterSubscriptions.email})`, email))
}

/**
 * Deletes the account and everything that depends on it: sessions, secrets, devices, projects, votes. Its principal remains as
 * the pseudonym under which the ledger is kept.
 */
export async function deleteUser(tx: Transaction, userId: UserId, principalId: PrincipalId) {
  await tx.update(principals).set({ tokenHash: null }).where(eq(principals.mergedInto, principalId))
  await tx.delete(users).where(eq(users.id, userId))
}

/** Writes the audit entry of an earnings waiver. Its actor is deleted with the account. */
export async function insertWaiver(tx: Transaction, principalId: PrincipalId, actorId: UserId, amount: Cents) {
  await writeAuditEntry(tx, {
    actorId,
    action: 'gave up earnings',
    targetType: 'earnings',
    targetId: principalId,
    before: { amount },
    after: { amount: 0 },
  })
}
