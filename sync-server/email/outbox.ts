import { mailOutbox } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/db.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { newId } from '#server/new-id.ts'
import type { OrderId } from '#shared/ids.ts'
import { type Letter, subjectOf, toHtml, toText } from './letter.ts'

export const SEND_MAIL = 'mail.send'

export type Mail = {
  to: string
  /** What kind of message it is, for whoever reads the table. */
  template: string
  letter: Letter
  /** The order it belongs to: there is one mail of a template for each. */
  orderId?: OrderId
  /** Set when the letter carries a one-time secret: it is not sent after this, and is forgotten once sent. */
  secretUntil?: Date
  /** A calendar file that mail programs offer to enter. */
  calendar?: string
}

/** Writes a mail in the transaction that causes it. It goes out after the commit, and never when there is none. */
export async function queueMail(tx: Queryable, { to, template, letter, orderId, secretUntil, calendar }: Mail): Promise<string> {
  const id = newId<string>('mail')
  const forms = { subject: subjectOf(letter), text: toText(letter), html: toHtml(letter) }
  const extras = { orderId: orderId ?? null, secretUntil: secretUntil ?? null, calendar: calendar ?? null }
  const row = { id, template, recipient: to, ...forms, ...extras }
  await tx.insert(mailOutbox).values(row).onConflictDoNothing()
  // The schedule would find it too, within seconds; whoever waits for a code sees it sooner.
  await enqueueJob(tx, { kind: SEND_MAIL, key: id })
  return id
}
