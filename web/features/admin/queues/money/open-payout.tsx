import type { FormEvent } from 'react'
import type { PayoutBatch, PayoutLine } from '#shared/earnings/admin.ts'
import { maskedLine } from '#shared/earnings/check-details.ts'
import { ALONE_WITHIN_A_DAY } from '#shared/earnings/four-eyes.ts'
import { type Cents, formatCents, formatPrice } from '#shared/money.ts'
import { payPayout, withdrawPayout } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { count } from '#web/features/admin/format-figures.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { Notice } from '#web/ui/notice.tsx'
import { FullPayeeDetails, PayeeDestination } from './payee-details.tsx'

/** Label of a batch without bank transfers. */
const BY_TRANSFER = 'By Stripe'

type Props = { batch: PayoutBatch; alone?: Cents | undefined; settle: Settle; busyWith: string | undefined }

/** Money that is set aside: an admin transfers it at the bank, and records it here once it has left. */
export function OpenPayout({ batch: { id, total, lines, createdAt }, alone = ALONE_WITHIN_A_DAY, settle, busyWith }: Props) {
  const { values, change, clear } = useDraft(`admin:payout:${id}`, { reference: '' })
  const { reference } = values
  const open = lines.filter(({ status }) => status === 'open')
  const manualLines = open.filter(({ goes }) => goes === 'by-hand')
  const transferred = open.length - manualLines.length
  const uncovered = open.filter(({ isCovered }) => !isCovered)
  const isRemoved = ({ details }: PayoutLine) => details?.masked === null
  const withoutDetails = open.filter((line) => isRemoved(line) && !line.paidTo)
  const removedOnceSeen = open.filter((line) => isRemoved(line) && line.paidTo)
  const isBusy = busyWith === id
  const pay = async (event: FormEvent) => {
    event.preventDefault()
    const decision = { targetId: id, title: 'Paid', sentence: `${formatCents(total)} sent. Each investor is emailed.` }
    const isPaid = await settle(decision, () => payPayout(id, manualLines.length > 0 ? reference.trim() : BY_TRANSFER))
    if (isPaid) await clear()
  }
  const withdraw = (line?: string) =>
    void settle({ targetId: id, title: 'Withdrawn', sentence: 'The amounts are payable again.' }, () => withdrawPayout(id, line))
  return (
    <section aria-labelledby="open-payout" className="mb-12 border-l-2 border-brass bg-sheet p-5 sm:p-7">
      <h2 id="open-payout" className="text-2xl">
        {formatCents(total)} reserved
      </h2>
      <p className="mt-2 max-w-prose text-soft">
        {count(open.length, 'line')}, prepared {formatDateTime(createdAt)}.{' '}
        {transferred > 0 && `Stripe transfers ${transferred === open.length ? 'all of them' : transferred} once you send. `}
        {manualLines.length > 0 &&
          `Transfer ${transferred > 0 ? 'the others' : 'them'} at the bank, then enter the reference here.`}
      </p>
      {uncovered.length > 0 && (
        <div className="mt-4">
          <Notice tone="red" title="Some lines are no longer covered">
            A refund or dispute has arrived, or the owner has changed. Remove these lines to pay the others.
          </Notice>
        </div>
      )}
      {withoutDetails.length > 0 && (
        <div className="mt-4">
          <Notice tone="red" title={`${count(withoutDetails.length, 'line')} without payout details`}>
            The investor removed the details after this batch was prepared. Remove these lines to pay the others.
          </Notice>
        </div>
      )}
      {removedOnceSeen.map(({ id, payee, paidTo }) => (
        <div key={id} className="mt-4">
          <Notice tone="red" title={<>{payee} removed the payout details</>}>
            They were shown here before{paidTo && `: ${maskedLine(paidTo)}`}. If you have sent the transfer, mark the batch as
            paid. If not, remove the line.
          </Notice>
        </div>
      ))}
      {total > alone && (
        <div className="mt-4">
          <Notice
            title={
              alone === 0
                ? 'Every payout requires two people'
                : `More than ${formatPrice(alone)} within a day requires two people`
            }
          >
            Another person with the finance or owner role must mark this batch as paid. If there is no other one, wait one day.
          </Notice>
        </div>
      )}
      <ul className="mt-4 divide-y divide-rule border-y border-rule">
        {open.map(({ id: line, account, payee, email, amount, goes, isCovered, details }) => (
          <li key={line} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-52">
              <p className="font-medium break-words" dir="auto">
                {payee}
              </p>
              <p className="text-sm break-all text-soft">{email ?? 'Charity'}</p>
              {details && <PayeeDestination account={account} details={details} {...{ settle, busyWith }} />}
              {details?.masked && (
                <FullPayeeDetails key={details.changedAt} batchId={id} line={line} payee={payee} {...{ settle, busyWith }} />
              )}
            </div>
            {goes === 'by-transfer' && <Badge>By Stripe</Badge>}
            {!isCovered && <Badge tone="red">Not covered</Badge>}
            {(!isCovered || details?.masked === null) && (
              <Button variant="outline" isBusy={isBusy} onClick={() => withdraw(line)}>
                Remove line
              </Button>
            )}
            <span className="ml-auto w-28 text-right font-serif text-xl text-brass">{formatCents(amount)}</span>
          </li>
        ))}
      </ul>
      <form onSubmit={(event) => void pay(event)} className="mt-5 flex flex-wrap items-end gap-3">
        {manualLines.length > 0 && (
          <label className="grid min-w-56 flex-1 gap-1.5 text-sm">
            Reference of the transfer
            <input
              required
              maxLength={120}
              value={reference}
              onChange={(event) => change('reference', event.target.value)}
              className="input h-11 w-full border-edge bg-page text-base"
            />
          </label>
        )}
        <Button type="submit" isBusy={isBusy} disabled={uncovered.length > 0 || withoutDetails.length > 0 || open.length === 0}>
          {transferred === 0 ? 'Mark as paid' : manualLines.length === 0 ? 'Send' : 'Send, and mark as paid'}
        </Button>
        <a href={`/api/admin/payouts/${encodeURIComponent(id)}/lines.csv`} className={buttonClass('outline')}>
          Lines as CSV
        </a>
        <Button variant="quiet" isBusy={isBusy} onClick={() => withdraw()}>
          Withdraw
        </Button>
      </form>
    </section>
  )
}
