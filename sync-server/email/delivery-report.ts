import { and, eq, gt, sql } from 'drizzle-orm'
import { mailOutbox, mailReports, mailSuppressions } from '#drizzle/schema/index.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { cleanLine } from '#shared/text.ts'
import { type AddressKeys, addressKeyOf, suppress } from './suppressions.ts'

/** What became of one mail after its delivery to the mail server. */
export type DeliveryReport = {
  /** `Message-ID` of the mail, with or without angle brackets. */
  messageId: string
  /** The addresses that the report is about. One of them must be the address to which the mail was sent. */
  recipients: string[]
  kind: 'soft-bounce' | 'hard-bounce' | 'complaint'
  /** For the admin: the status code, and what the server said. */
  reason: string
}

/** `unknown`: not a mail that was sent to this address in the last 30 days. */
export type ReportResult = 'applied' | 'duplicate' | 'unknown'

/** Mails that fail for a passing reason within this time suppress their address. */
const SOFT_BOUNCES = 5
const SOFT_DAYS = 14

const MAX_REASON = 300

type ReportDeps = { db: Database; keyring: AddressKeys }

/**
 * Applies a report once per mail and kind. A report counts only for a mail that was sent to its address within 30 days: the message
 * id is known only to the reader and the mail servers on the way, so that a forged report cannot suppress another person.
 */
export const applyReport = ({ db, keyring }: ReportDeps, report: DeliveryReport): Promise<ReportResult> =>
  db.transaction(async (tx) => {
    const mail = await lockSent(tx, report)
    if (!mail) return 'unknown'
    const { id, recipient, sentAt } = mail
    const addressKey = await addressKeyOf(keyring, recipient)
    const noted = await tx
      .insert(mailReports)
      .values({ mailId: id, kind: report.kind, addressKey })
      .onConflictDoNothing()
      .returning({ id: mailReports.mailId })
    if (noted.length === 0) return 'duplicate'
    if (report.kind !== 'complaint') await markBounced(tx, id, report.reason)
    const isOver = report.kind !== 'soft-bounce' || (await countSoft(tx, addressKey)) >= SOFT_BOUNCES
    const kind = report.kind === 'complaint' ? 'complaint' : 'hard-bounce'
    if (isOver) await suppress(tx, keyring, { email: recipient, kind, mail: { id, sentAt } })
    return 'applied'
  })

async function lockSent(tx: Transaction, { messageId, recipients }: DeliveryReport) {
  const [, id] = /^<?\s*([\w.-]+)@[^@<>\s]+>?$/.exec(messageId.trim()) ?? []
  if (id === undefined) return undefined
  const isRecent = gt(mailOutbox.sentAt, sql`now() - interval '30 days'`)
  const [mail] = await tx
    .select({ id: mailOutbox.id, recipient: mailOutbox.recipient, sentAt: mailOutbox.sentAt })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.id, id), isRecent))
    .for('update')
  const isAbout = recipients.some((one) => one.toLowerCase() === mail?.recipient.toLowerCase())
  return mail?.sentAt && isAbout ? { ...mail, sentAt: mail.sentAt } : undefined
}

async function markBounced(tx: Transaction, id: string, reason: string) {
  const lastError = cleanLine(reason).slice(0, MAX_REASON)
  await tx.update(mailOutbox).set({ failedAt: sql`now()`, failure: 'bounced', lastError }).where(eq(mailOutbox.id, id))
}

/** Mails that did not arrive lately, since the last suppression was lifted. */
async function countSoft(tx: Transaction, addressKey: string): Promise<number> {
  const lifted = sql`coalesce((select ${mailSuppressions.liftedAt} from ${mailSuppressions}
    where ${mailSuppressions.addressKey} = ${addressKey}), '-infinity')`
  const isLately = sql`${mailReports.createdAt} > greatest(now() - make_interval(days => ${SOFT_DAYS}), ${lifted})`
  return tx.$count(mailReports, and(eq(mailReports.addressKey, addressKey), eq(mailReports.kind, 'soft-bounce'), isLately))
}
