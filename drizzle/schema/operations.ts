import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrderId, UserId } from '#shared/ids.ts'
import { bytea, createdAt, instant } from './columns.ts'

/** Work that any node may do, claimed with `FOR UPDATE SKIP LOCKED`. */
export const jobs = pgTable(
  'jobs',
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    /** At most one waiting job per kind and key. */
    key: text().notNull(),
    payload: jsonb().$type<unknown>().notNull().default({}),
    /** Where a long run continues; emptied when it has come to its end. */
    cursor: jsonb().$type<unknown>(),
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
    // What waits with an address in it, which a deletion takes along.
    index('jobs_email').on(sql`lower(${t.payload} ->> 'email')`).where(sql`${t.payload} ->> 'email' is not null`),
  ],
)

/** Mail is written in the transaction that causes it and sent after the commit. */
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
    /** The calendar file that goes with it: an invitation, or the end of one. */
    calendar: text(),
    /** It carries a one-time secret that is worthless after this: then it is not sent any more. Once sent or given up its text is forgotten. */
    secretUntil: instant(),
    /** Sent before all others: the recipient waits at a screen for it. */
    isUrgent: boolean().notNull().default(false),
    /** Who caused it, as an account or a keyed address; the recipient where nothing else is known. Forgotten once it is sent. */
    sender: text(),
    /** Its place among the waiting mails of its sender: all first ones are sent before all second ones. */
    turn: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    lastError: text(),
    sendAt: instant().notNull().defaultNow(),
    /** Until then one node is busy sending it. */
    lockedUntil: instant(),
    sentAt: instant(),
    /** Given up: the recipient's server said no for good, or three days of tries were in vain. */
    failedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('mail_outbox_order').on(t.orderId, t.template).where(sql`${t.orderId} is not null`),
    index('mail_outbox_due').on(t.isUrgent.desc(), t.turn, t.sendAt).where(sql`${t.sentAt} is null and ${t.failedAt} is null`),
    index('mail_outbox_recipient').on(sql`lower(${t.recipient})`),
    index('mail_outbox_sender').on(t.sender, t.turn).where(sql`${t.sentAt} is null and ${t.failedAt} is null`),
  ],
)

/** Who decided what, in the transaction that did it. */
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
    /** The decision that this one took back. */
    undoes: text(),
    createdAt: createdAt(),
  },
  (t) => [index('audit_log_target').on(t.targetType, t.targetId)],
)

/** One row: the name of this installation. It marks payments, where several installations share one account at the provider. */
export const installation = pgTable('installation', {
  id: integer().primaryKey().default(1),
  key: text().notNull(),
  /** Of its payments: the sandbox's, or the mode of the provider's keys. Empty until the first start. */
  mode: text({ enum: ['sandbox', 'test', 'live'] }),
  createdAt: createdAt(),
})

/** What the server keeps from everybody: made once at random, shared by every node. Keys are derived from it, never it itself used. */
export const serverSecrets = pgTable('server_secrets', {
  name: text().primaryKey(),
  value: bytea().notNull(),
  createdAt: createdAt(),
})

/**
 * The files of every build that any node has served lately, named for their content: a page that was opened before an
 * update still fetches its chunks, whichever node it asks.
 */
export const webAssets = pgTable(
  'web_assets',
  {
    /** As in the address, `/assets/…`. */
    path: text().primaryKey(),
    content: bytea().notNull(),
    /** Where the build compressed it; `content` is then empty. */
    brotli: bytea(),
    type: text().notNull(),
    /** When a node last said that it is part of its build. */
    builtAt: instant().notNull(),
  },
  (t) => [index('web_assets_built').on(t.builtAt)],
)
