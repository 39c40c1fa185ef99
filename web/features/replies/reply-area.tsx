import { Link } from '@tanstack/react-router'
import type { Contact } from '#shared/contacts/contract.ts'
import { replyDue } from '#shared/replies/contract.ts'
import { daysInWords, replyDays } from '#shared/replies/reply-days.ts'
import { formatUtcDay } from '#web/ui/dates.ts'
import { Notice } from '#web/ui/notice.tsx'
import { GivenReply } from './given-reply.tsx'
import { useAgreedDays, useReply } from './queries.ts'

/**
 * The investor's reply to a purchase. Without one in time, the guarantee is offered. Investors who did not apply have no account to
 * reply with.
 *
 * @param now  milliseconds since the epoch
 */
export function ReplyArea({ contact: { id, name, vcType, unlockedAt, orderId }, now }: { contact: Contact; now: number }) {
  const reply = useReply(id)
  const days = useAgreedDays(orderId)
  if (reply) {
    return (
      <section aria-label="Reply" className="mt-6 border-t border-rule pt-4">
        <GivenReply reply={reply} title={`${name} replied`} />
      </section>
    )
  }
  if (reply === undefined || days === undefined || vcType !== 'platform') return null
  const { kind, until } = replyDue(new Date(unlockedAt), days, new Date(now))
  if (kind === 'late') return null
  return (
    <section aria-label="Reply" className="mt-6">
      {kind === 'early' ? (
        <p className="text-sm text-soft">
          <bdi>{name}</bdi> can reply here or write to you. Without a reply within {daysInWords(replyDays(days))} you can ask for
          your money back.
        </p>
      ) : (
        <Notice>
          No reply from <bdi>{name}</bdi> after {daysInWords(replyDays(days))}? You can ask for your money back until{' '}
          {formatUtcDay(until)}.{' '}
          <Link to="/receipt/$id" params={{ id: orderId }} className="underline underline-offset-4">
            Ask for a refund
          </Link>
        </Notice>
      )}
    </section>
  )
}
