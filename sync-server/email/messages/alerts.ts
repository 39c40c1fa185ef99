import type { MailMessage } from '#server/email/mail-message.ts'
import type { AlertKind } from '#shared/admin/alerts.ts'
import { adminUrl } from './admin.ts'

type Alert = { one: string; many: string; remedy: string; queue?: string }

const ALERTS: Record<AlertKind, Alert> = {
  ledger: {
    one: 'ledger check has failed',
    many: 'ledger checks have failed',
    remedy: 'An admin has to review each one before the next payout.',
    queue: 'ledger-checks',
  },
  'webhook-signature': {
    one: 'webhook had a wrong signature',
    many: 'webhooks had a wrong signature',
    remedy: 'Compare STRIPE_WEBHOOK_SECRET with the endpoint at Stripe. Requests of strangers count as well.',
  },
  'webhook-silent': {
    one: 'payment event came without its webhook',
    many: 'payment events came without their webhook',
    remedy: 'No webhook has arrived for two hours. Check the endpoint at Stripe. Orders are settled late until it works.',
  },
  jobs: {
    one: 'background job fails',
    many: 'background jobs fail',
    remedy: 'It is tried again. The error is in the log of the nodes as “job failed”.',
    queue: 'deliveries',
  },
  mail: {
    one: 'email is not delivered',
    many: 'emails are not delivered',
    remedy: 'Check SMTP_URL and the mail provider.',
    queue: 'deliveries',
  },
  dispute: {
    one: 'dispute was opened',
    many: 'disputes were opened',
    remedy: 'The bank sets a date for the evidence.',
    queue: 'disputes',
  },
  cards: {
    one: 'payment was delayed because of many declined cards',
    many: 'payments were delayed because of many declined cards',
    remedy: 'Stolen cards may be tested here. Read the recent payments at Stripe, and its rules for blocking.',
  },
  backup: {
    one: 'backup is missing',
    many: 'backups are missing',
    remedy: 'The last backup that was completed is older than two days.',
  },
  import: {
    one: 'import was rejected',
    many: 'imports were rejected',
    remedy: 'It would remove many records at once. An admin confirms it, or the source has to be corrected.',
    queue: 'imports',
  },
  space: { one: 'disk is almost full', many: 'disks are almost full', remedy: 'Less than 1 GB is free in DATA_DIR of a node.' },
}

/** To the operator, about one kind. It has a count and a link, and no data about a person. */
export function operatorAlert(kind: AlertKind, count: number, base: string): MailMessage {
  const { one, many, remedy, queue } = ALERTS[kind]
  const line = `${count} ${count === 1 ? one : many}`
  return {
    subject: `Latchkey alert: ${line}`,
    paragraphs: [
      `${line}.`,
      remedy,
      'While it lasts, there is at most one email of this kind in an hour.',
      { label: 'Open the desk', url: adminUrl(base, queue) },
    ],
  }
}
