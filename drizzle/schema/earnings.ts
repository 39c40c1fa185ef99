import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { MaskedDetails } from '#shared/earnings/payout-details.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import type { AccountKey } from '#shared/ledger/account.ts'
import type { Cents } from '#shared/money.ts'
import { users } from './accounts.ts'
import { accountKind, accountOwner, bytea, centsColumn, createdAt, instant } from './columns.ts'

/** Everything that was payable at one instant. Only one batch is open at a time, so that two admins cannot pay the same money. */
export const payoutBatches = pgTable(
  'payout_batches',
  {
    id: text().primaryKey(),
    status: text({ enum: ['open', 'paid', 'withdrawn'] })
      .notNull()
      .default('open'),
    /** The reference of the bank transfer, as the admin recorded it. */
    reference: text(),
    createdBy: text().$type<UserId>().notNull(),
    /** A keyed hash of that admin's mailbox: it outlives the account. Null in batches of earlier releases. */
    preparerKey: text(),
    /** The admin who marked it as paid. */
    paidBy: text().$type<UserId>(),
    createdAt: createdAt(),
    closedAt: instant(),
  },
  (t) => [uniqueIndex('payout_batches_one_open').on(t.status).where(sql`${t.status} = 'open'`)],
)

/** The amount that one ledger account gets from a batch. Its legs are written when it is paid, under its own id. */
export const payoutLines = pgTable(
  'payout_lines',
  {
    id: text().primaryKey(),
    batchId: text()
      .notNull()
      .references(() => payoutBatches.id),
    /** Of an investor or a charity. */
    account: text().$type<AccountKey>().notNull(),
    accountKind: accountKind(),
    accountOwner: accountOwner(),
    amount: centsColumn().$type<Cents>().notNull(),
    /** `sending`: it has been approved, and the provider has not confirmed its transfer yet. */
    status: text({ enum: ['open', 'sending', 'paid', 'withdrawn'] })
      .notNull()
      .default('open'),
    /** The name of the payee at that time. */
    payee: text().notNull(),
    vcId: text().$type<VcId>(),
    userId: text().$type<UserId>(),
    /** The provider's account that receives the transfer; null where an admin pays it at the bank. Fixed with the batch. */
    destination: text(),
    /**
     * Where an admin's transfer at the bank goes, masked: the payee's details when the batch was prepared, then those that an admin
     * has viewed, then those that were paid. Null for a charity, for Stripe, and in a batch of the previous release.
     */
    paidTo: jsonb().$type<MaskedDetails>(),
    /** When an admin last looked at the payee's full details for this line. */
    detailsSeenAt: instant(),
    /** The id of the provider's transfer, if there was one. */
    transferId: text().unique(),
    /** The reason why its transfer failed, if it was attempted. */
    failure: text(),
    /**
     * Part of the transfer's idempotency key: a transfer that the provider's balance did not cover is retried with another one.
     */
    attempt: integer().notNull().default(0),
    /** Since when the provider's balance does not cover its transfer. */
    waitsSince: instant(),
    /** An admin withdraws it: the transfer job releases it, unless its transfer has already been made. */
    withdrawAskedAt: instant(),
    createdAt: createdAt(),
    paidAt: instant(),
  },
  (t) => [
    uniqueIndex('payout_lines_account').on(t.batchId, t.account),
    uniqueIndex('payout_lines_one_open').on(t.account).where(sql`${t.status} = 'open'`),
    index('payout_lines_user').on(t.userId),
  ],
)

/** The account to which the provider can transfer an investor's money. */
export const payoutAccounts = pgTable('payout_accounts', {
  userId: text()
    .$type<UserId>()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  providerId: text().notNull().unique(),
  arePayoutsEnabled: boolean().notNull().default(false),
  /** Since when the provider has been able to pay it without interruption. */
  readySince: instant(),
  updatedAt: createdAt(),
})

/**
 * Where an admin pays an investor where the provider does not. The row belongs to the user who entered it, and is never given to
 * another one.
 */
export const payoutDetails = pgTable('payout_details', {
  userId: text()
    .$type<UserId>()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The full details as JSON, encrypted with the user's id as associated data. */
  sealed: bytea().notNull(),
  masked: jsonb().$type<MaskedDetails>().notNull(),
  changedAt: createdAt(),
})

/** A violated ledger invariant. The row is marked as cleared once the invariant holds again, and kept. */
export const ledgerViolations = pgTable(
  'ledger_violations',
  {
    rule: text().notNull(),
    /** The order, account, line or balance transaction that it concerns. */
    subject: text().notNull(),
    detail: text().notNull(),
    /** When the violating event happened, if a later run must look back that far. */
    happenedAt: instant(),
    foundAt: createdAt(),
    seenAt: createdAt(),
    clearedAt: instant(),
  },
  (t) => [
    uniqueIndex('ledger_violations_one').on(t.rule, t.subject),
    index('ledger_violations_open').on(t.foundAt).where(sql`${t.clearedAt} is null`),
  ],
)

/** A single row: how far the provider's balance transactions have been read, and when each check last finished. */
export const ledgerCheckRuns = pgTable('ledger_check_runs', {
  id: integer().primaryKey().default(1),
  balanceReadUntil: instant(),
  balanceReadAt: instant(),
  checkedAt: instant(),
})
