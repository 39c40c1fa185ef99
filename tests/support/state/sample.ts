import { and, eq, gte, like, lt } from 'drizzle-orm'
import { auditLog, mailOutbox, orders, sandboxDeliveries, sessions, stripeEvents, users } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'

/** What the sample data must not leave to a running server, and the receipts of the past, which were sent in the past. */
export async function leftBySample(db: Database, seededAt: Date) {
  const isReceipt = eq(mailOutbox.template, 'receipt')
  return {
    receipts: await db.$count(mailOutbox, and(isReceipt, lt(mailOutbox.sentAt, seededAt))),
    otherReceipts:
      (await db.$count(mailOutbox, isReceipt)) - (await db.$count(mailOutbox, and(isReceipt, lt(mailOutbox.sentAt, seededAt)))),
    sessions: await db.$count(sessions, like(sessions.sid, 'sample:%')),
    webhooks: await db.$count(sandboxDeliveries, eq(sandboxDeliveries.isDelivered, false)),
    events: await db.$count(stripeEvents, gte(stripeEvents.processedAt, seededAt)),
  }
}

export const countOfSample = (db: Database) => Promise.all([orders, users, auditLog].map((table) => db.$count(table)))
