import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { REVIEW_TIME } from '#shared/admin/sla.ts'
import { replyLabels } from '#shared/replies/contract.ts'
import type { RequestEntry } from '#shared/unlocks/requests.ts'
import { formatDay } from '#web/ui/dates.ts'
import type { Delivery } from './queries.ts'

type Props = { name: string; request: RequestEntry; delivery: Delivery; isOffline: boolean }

/** Status of a request for an introduction, and the next step. */
export function IntroProgress({ name, request, delivery, isOffline }: Props) {
  const isTaken = delivery.kind === 'taken'
  return (
    <div className="my-5 border-y border-rule text-sm">
      <p role="status" className="border-b border-rule py-3 font-serif text-xl">
        {isTaken ? headings[request.answer] : isOffline ? 'Saved on this device' : 'Saved on this device, sending…'}
      </p>
      {request.answer === 'declined' ? (
        <p className="py-3">We could not arrange it. You were not charged.</p>
      ) : (
        <ol className="py-3">
          <Step isDone={isTaken}>
            {isTaken ? `Requested on ${formatDay(request.createdAt)}. Our team is on it.` : 'Sends when you are online.'}
          </Step>
          <Step isDone={request.answer === 'forwarded'}>
            We write to <bdi>{name}</bdi> personally, usually within {REVIEW_TIME}.
          </Step>
          <Step>They are invited to join and see your message.</Step>
          <Step>Once they agree, we introduce you by email.</Step>
        </ol>
      )}
      {request.reply && (
        <p className="border-t border-rule py-3">
          <bdi>{name}</bdi> replied: <span className="font-medium">{replyLabels[request.reply.choice]}</span>
        </p>
      )}
      {request.reply?.text && <Message>{request.reply.text}</Message>}
      {request.answerNote && <Message>{request.answerNote}</Message>}
      {request.message && <Message>{request.message}</Message>}
    </div>
  )
}

const headings = {
  new: 'Introduction requested',
  forwarded: 'We contacted them',
  declined: 'Introduction declined',
} as const

/** A message of the team, of the founder, or of the investor. */
const Message = ({ children }: { children: string }) => (
  <blockquote className="line-clamp-4 border-t border-rule py-3 break-words whitespace-pre-line text-soft" dir="auto">
    {children}
  </blockquote>
)

function Step({ isDone = false, children }: { isDone?: boolean; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 py-1.5">
      <span aria-hidden="true" className="mt-0.5 grid size-4 place-items-center rounded-full border border-edge">
        {isDone && <Check className="size-3" strokeWidth={2.5} />}
      </span>
      <span>{children}</span>
    </li>
  )
}
