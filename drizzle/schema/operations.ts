import { sql } from 'drizzle-orm'
import { boolean, cidr, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { BLOCK_KINDS } from '#shared/admin/blocks.ts'
import { type Browser, CLIENT_ERROR_KINDS, type Frame } from '#shared/client-errors/contract.ts'
import type { OrderId, PrincipalId, UserId } from '#shared/ids.ts'
import type { AccountKind } from '#shared/ledger/account.ts'
import { bytea, createdAt, instant } from './columns.ts'

/** `complaint`: the reader reported a mail as spam. `manual`: an operator stopped the mails. */
export const suppressionKinds = ['hard-bounce', 'complaint', 'manual'] as const

/** Background work that any node may do, claimed with `FOR UPDATE SKIP LOCKED`. */
export const jobs = pgTable(
  'jobs',
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    /** At most one waiting job per kind and key. */
    key: text().notNull(),
    payload: jsonb().$type<unknown>().notNull().default({}),
    /** Where a long run continues; cleared when it is complete. */
    progress: jsonb('cursor').$type<unknown>(),
    runAt: instant().notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    lockedUntil: instant(),
    lastError: text(),
    doneAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('jobs_waiting').on(t.kind, t.key).where(sql`${t.doneAt} is null`),
    index('jobs_due').on(t.runAt).where(sql`${t.doneAt} is null`),
    // Waiting jobs with an address in the payload, which an account deletion also removes.
    index('jobs_email').on(sql`lower(${t.payload} ->> 'email')`).where(sql`${t.payload} ->> 'email' is not null`),
  ],
)

/**
 * `rejected`: by the recipient's server, at the delivery. `bounced`: it came back after the delivery. `suppressed`: its address
 * gets security mails only. `expired`: its secret expired before it was sent. `unreachable`: three days of attempts failed.
 */
export const mailFailures = ['rejected', 'bounced', 'suppressed', 'expired', 'unreachable'] as const

/** A file of a mail, as HTML with its style. */
export type MailAttachment = { name: string; html: string }

/** Mail is inserted in the transaction that causes it and sent after the commit. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: text().primaryKey(),
    orderId: text().$type<OrderId>(),
    template: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text(),
    /** The attached calendar file: an invitation, or its cancellation. */
    calendar: text(),
    /** An attached document that prints well: an invoice. */
    attachment: jsonb().$type<MailAttachment>(),
    /** The group of optional news that it belongs to: its reader may switch it off until it is sent. Null: sent in any case. */
    noticeGroup: text(),
    /** Whose news it is, where that may be another account than the owner of the mailbox. Cleared once it is sent. */
    noticeOf: text().$type<PrincipalId>(),
    /** Where its reader unsubscribes with one click, for a mail of no group. Cleared once it is sent. */
    unsubscribeUrl: text(),
    /**
     * It carries a one-time secret that expires at this instant: after that it is not sent. Its text is deleted once it is sent
     * or has failed.
     */
    secretUntil: instant(),
    /** Sent before all others: the recipient is waiting for it at a screen. */
    isUrgent: boolean().notNull().default(false),
    /** Its cause, as an account or a keyed address; the recipient if nothing else is known. Cleared once it is sent. */
    sender: text(),
    /** Its position among the waiting mails of its sender: all first ones are sent before all second ones. */
    turn: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    lastError: text(),
    sendAt: instant().notNull().defaultNow(),
    /** Until then one node is sending it. */
    lockedUntil: instant(),
    sentAt: instant(),
    /** Abandoned: the recipient's server rejected it permanently, or three days of attempts failed. */
    failedAt: instant(),
    /** Why it failed; null for a mail that failed on a node of an earlier release. */
    failure: text({ enum: mailFailures }),
    createdAt: createdAt(),
  },
  (t) => [
    index('mail_outbox_failed').on(t.failedAt).where(sql`${t.failedAt} is not null`),
    uniqueIndex('mail_outbox_order').on(t.orderId, t.template).where(sql`${t.orderId} is not null`),
    index('mail_outbox_due').on(t.isUrgent.desc(), t.turn, t.sendAt).where(sql`${t.sentAt} is null and ${t.failedAt} is null`),
    index('mail_outbox_recipient').on(sql`lower(${t.recipient})`),
    index('mail_outbox_sender').on(t.sender, t.turn).where(sql`${t.sentAt} is null and ${t.failedAt} is null`),
  ],
)

/**
 * Addresses that get security mails only. The address is a keyed hash: the table reveals none. A suppression that was lifted stays
 * for a month: a report about a mail from before does not restore it.
 */
export const mailSuppressions = pgTable('mail_suppressions', {
  addressKey: text().primaryKey(),
  kind: text({ enum: suppressionKinds }).notNull(),
  /** The mail that came back or was reported; null for a suppression by hand. */
  mailId: text(),
  since: instant().notNull().defaultNow(),
  liftedAt: instant(),
})

/** What was reported about mails after their delivery, once per mail and kind. Kept for a month. */
export const mailReports = pgTable(
  'mail_reports',
  {
    mailId: text().notNull(),
    kind: text({ enum: ['soft-bounce', 'hard-bounce', 'complaint'] }).notNull(),
    addressKey: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.mailId, t.kind] }), index('mail_reports_address').on(t.addressKey, t.createdAt)],
)

/**
 * Admin decisions, recorded in the transaction that applied them. Triggers refuse every change of an entry; an erasure empties the
 * texts of entries with the function `forget_audit_texts`.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: text().primaryKey(),
    actorId: text().$type<UserId>(),
    action: text().notNull(),
    targetType: text().notNull(),
    targetId: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    /** The decision that this one undid. */
    undoes: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_log_target').on(t.targetType, t.targetId),
    index('audit_log_target_id').on(t.targetId, t.id),
    index('audit_log_kind').on(t.targetType, t.id),
    index('audit_log_actor').on(t.actorId, t.id),
    index('audit_log_action').on(t.action, t.id),
    index('audit_log_created').on(t.createdAt),
  ],
)

/** A single row: the id of this installation. It marks payments, for installations that share one account at the provider. */
export const installation = pgTable('installation', {
  id: integer().primaryKey().default(1),
  key: text().notNull(),
  /** The mode of its payments: the sandbox, or the mode of the provider's keys. Null until the first start. */
  mode: text({ enum: ['sandbox', 'test', 'live'] }),
  createdAt: createdAt(),
})

/** Senders whose sign-ups, purchases and messages are refused until the block ends; null: until an admin ends it. */
export const blocks = pgTable(
  'blocks',
  {
    id: text().primaryKey(),
    kind: text({ enum: BLOCK_KINDS }).notNull(),
    /** In lower case; a network as Postgres writes it. */
    value: text().notNull(),
    /** Set for a network only. */
    network: cidr(),
    reason: text().notNull(),
    endsAt: instant(),
    hits: integer().notNull().default(0),
    lastHitAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [index('blocks_ends').on(t.endsAt)],
)

/** A single row: the company that operates this installation. Every part is public; one that is not set is empty. */
export const company = pgTable('company', {
  id: integer().primaryKey().default(1),
  legalName: text().notNull().default(''),
  address: text().notNull().default(''),
  registration: text().notNull().default(''),
  vatId: text().notNull().default(''),
  supportEmail: text().notNull().default(''),
  responsiblePerson: text().notNull().default(''),
  mailAddress: text().notNull().default(''),
})

/** The codes of ledger accounts in the accounting of the company. An account without a row has its default. */
export const accountCodes = pgTable('account_codes', {
  account: text().$type<AccountKind>().primaryKey(),
  code: text().notNull(),
})

/** The server's secret: generated once at random, shared by all nodes. Keys are derived from it; it is never used directly. */
export const serverSecrets = pgTable('server_secrets', {
  name: text().primaryKey(),
  value: bytea().notNull(),
  createdAt: createdAt(),
})

/**
 * The files of every build that any node has served recently, named by content hash: a page that was opened before an update can
 * still fetch its chunks from any node.
 */
export const webAssets = pgTable(
  'web_assets',
  {
    /** As in the URL, `/assets/…`. */
    path: text().primaryKey(),
    content: bytea().notNull(),
    /** Set if the build compressed the file; `content` is then empty. */
    brotli: bytea(),
    type: text().notNull(),
    /** When a node last reported that it is part of its build. */
    builtAt: instant().notNull(),
  },
  (t) => [index('web_assets_built').on(t.builtAt)],
)

/** Errors of the app on devices, counted per place in the code, build and day, with no data about the users. */
export const clientErrors = pgTable(
  'client_errors',
  {
    /** Hash of the kind, the class, the code, the route and the first lines of the stack. */
    fingerprint: text().notNull(),
    /** The first script of the page, which the build named for its content. */
    build: text().notNull(),
    /** In UTC. */
    day: date({ mode: 'string' }).notNull(),
    kind: text({ enum: CLIENT_ERROR_KINDS }).notNull(),
    name: text().notNull(),
    code: integer(),
    route: text().notNull(),
    frames: jsonb().$type<Frame[]>().notNull(),
    browsers: text().array().$type<Browser[]>().notNull(),
    count: integer().notNull(),
    offlineCount: integer().notNull(),
    firstSeenAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.fingerprint, t.build, t.day] }), index('client_errors_day').on(t.day)],
)

/**
 * What the operator is alerted of by mail. One row per kind, made when something of this kind happens first. A kind that a later
 * release knows may be in it.
 */
export const operatorAlerts = pgTable('operator_alerts', {
  kind: text().primaryKey(),
  /** How often it has happened since the last mail. 0 for a kind that is a lasting condition. */
  pending: integer().notNull().default(0),
  /** Since when a condition has been found by each check. */
  foundAt: instant(),
  mailedAt: instant(),
  /** When a repeated duty was last fulfilled, such as a backup; null while that is not known. */
  doneAt: instant(),
})
