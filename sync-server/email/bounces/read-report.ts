import PostalMime, { type Attachment } from 'postal-mime'
import type { DeliveryReport } from '#server/email/delivery-report.ts'
import { meansMailbox, statusIn } from '#server/email/mailer.ts'

const ORIGINAL = /^(message\/(rfc822|global|rfc822-headers|global-headers)|text\/rfc822-headers)$/

/** Feedback that a reader gave about an unwanted mail. Others are about its authentication, or that it is no spam. */
const COMPLAINTS = new Set(['abuse', 'fraud'])

type Fields = Map<string, string[]>

/**
 * What a message to the Return-Path reports: failed deliveries (RFC 3464), or a complaint (RFC 5965). Empty for any other message, and
 * for a delay, after which the mail server tries again.
 */
export async function readReports(message: Uint8Array): Promise<DeliveryReport[]> {
  const { attachments } = await PostalMime.parse(message, { forceRfc822Attachments: true })
  const textOf = (isWanted: (type: string) => boolean) => {
    const part = attachments.find(({ mimeType }) => isWanted(mimeType.toLowerCase()))
    return part && textIn(part)
  }
  const original = readFields(textOf((type) => ORIGINAL.test(type))?.split(/\r?\n\r?\n/, 1)[0] ?? '')
  const messageId = original.get('message-id')?.[0]
  if (!messageId) return []
  const status = textOf((type) => type === 'message/delivery-status' || type === 'message/global-delivery-status')
  if (status !== undefined) return bouncesIn(status, messageId)
  const feedback = readFields(textOf((type) => type === 'message/feedback-report') ?? '')
  if (!COMPLAINTS.has(feedback.get('feedback-type')?.[0]?.toLowerCase() ?? '')) return []
  const named = [...(feedback.get('original-rcpt-to') ?? []), ...(feedback.get('removal-recipient') ?? [])]
  const recipients = [...named, ...(original.get('to') ?? [])].flatMap(addressesIn)
  return [{ messageId, recipients, kind: 'complaint', reason: 'reported as spam' }]
}

/** The first block is about the message, each other one about a recipient. */
function bouncesIn(status: string, messageId: string): DeliveryReport[] {
  const [, ...recipients] = status.trim().split(/(?:\r?\n){2,}/)
  return recipients.map(readFields).flatMap((fields) => {
    const field = (name: string) => fields.get(name)?.[0] ?? ''
    if (field('action').toLowerCase() !== 'failed') return []
    const diagnostic = field('diagnostic-code').replace(/^\s*smtp\s*;\s*/i, '')
    const given = /^[245]\.\d{1,3}\.\d{1,3}/.exec(field('status'))?.[0] ?? ''
    // `5.0.0` says nothing more than that it failed.
    const code = given.endsWith('.0.0') ? (statusIn(diagnostic) ?? given) : given
    return {
      messageId,
      recipients: [field('final-recipient'), field('original-recipient')].flatMap(addressesIn),
      kind: meansMailbox(code) ? ('hard-bounce' as const) : ('soft-bounce' as const),
      reason: diagnostic || code,
    }
  })
}

/** `rfc822; ada@example.com`, `Ada <ada@example.com>`. */
const addressesIn = (field: string): string[] => field.match(/[^\s<>;,"]+@[^\s<>;,"]+/g) ?? []

function textIn({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

/** Header fields by lower-case name, unfolded. */
function readFields(block: string): Fields {
  const fields: Fields = new Map()
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    const key = name.toLowerCase()
    fields.set(key, [...(fields.get(key) ?? []), value.trim()])
  }
  return fields
}
