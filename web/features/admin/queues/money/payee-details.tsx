import { useState } from 'react'
import type { PayoutLine } from '#shared/earnings/admin.ts'
import { maskedLine, routingOf } from '#shared/earnings/check-details.ts'
import { inGroups } from '#shared/earnings/iban.ts'
import { type FullDetails, type PayeeDetails, type PayoutDetails, REMINDER_DAYS } from '#shared/earnings/payout-details.ts'
import { formatCents } from '#shared/money.ts'
import { remindPayee, showPayoutDetails } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatDate } from '#web/ui/dates.ts'
import { regionName } from '#web/ui/region-name.ts'

type Actions = { settle: Settle; busyWith: string | undefined }
type Destination = Actions & { account: string; details: PayeeDetails }

/** Where an investor is paid, masked; a warning while it is new, or a reminder where it is missing. */
export function PayeeDestination({ account, details: { masked, changedAt, isNew, remindedAt }, settle, busyWith }: Destination) {
  if (!masked) {
    const remind = () =>
      settle({ targetId: account, title: 'Reminder sent', sentence: 'The investor was asked for payout details.' }, () =>
        remindPayee(account),
      )
    return (
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <p className="text-red">No payout details yet{remindedAt && `. Reminded ${formatDate(remindedAt)}`}</p>
        {mayRemind(remindedAt) && (
          <Button variant="outline" isBusy={busyWith === account} onClick={() => void remind()}>
            Send reminder
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="mt-1 text-sm">
      <p className="break-words">
        <bdi>{masked.holder}</bdi>, <span className="tabular-nums">{maskedLine(masked)}</span>
      </p>
      {isNew && changedAt && (
        <p className="text-red">Details changed {formatDate(changedAt)}. Check them with the investor before you pay.</p>
      )}
    </div>
  )
}

/** The server refuses an earlier reminder. */
const mayRemind = (remindedAt: string | null) =>
  remindedAt === null || Date.now() - Date.parse(remindedAt) >= REMINDER_DAYS * 24 * 60 * 60_000

/** The full details of one line, in memory only and only on demand: each view is in the audit log. */
export function FullPayeeDetails({
  batchId,
  line,
  payee,
  settle,
  busyWith,
}: Actions & { batchId: string; line: string; payee: string }) {
  const [shown, setShown] = useState<FullDetails>()
  if (shown) {
    return (
      <div className="mt-2 border-l border-edge pl-4">
        <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
          {rowsOf(shown.details).map(([name, value, copied]) => (
            <div key={name} className="contents">
              <dt className="self-center text-soft">{name}</dt>
              <dd className="flex min-w-0 items-center gap-2 font-medium">
                <span className="break-all tabular-nums [word-spacing:0.2em]">{value}</span>
                <CopyButton text={copied} thing={name} variant="quiet" isCompact />
              </dd>
            </div>
          ))}
        </dl>
        {/* The button that had the focus is gone. */}
        <Button ref={focusOnMount} variant="outline" className="mt-2" onClick={() => setShown(undefined)}>
          Hide payout details
        </Button>
      </div>
    )
  }
  const show = () =>
    settle({ targetId: line, title: 'Payout details shown', sentence: 'This view is in the audit log.' }, async () =>
      setShown(await showPayoutDetails(batchId, line)),
    )
  return (
    <Button
      variant="outline"
      className="mt-2"
      aria-label={`Show payout details of ${payee}`}
      isBusy={busyWith === line}
      onClick={() => void show()}
    >
      Show payout details
    </Button>
  )
}

const focusOnMount = (button: HTMLButtonElement | null) => button?.focus()

/** Each line of the details: its name, how it is shown, and what is copied. */
function rowsOf(details: PayoutDetails): [name: string, value: string, copied: string][] {
  const { holder, country, bankName } = details
  const plain = (name: string, value: string | undefined): [string, string, string][] => (value ? [[name, value, value]] : [])
  return [
    ...plain('Account holder', holder),
    ...(details.kind === 'iban'
      ? [['IBAN', inGroups(details.iban), details.iban] as [string, string, string]]
      : [
          ...plain('Account number', details.accountNumber),
          ...plain(routingOf(country).label, details.routing),
          ...plain('BIC (SWIFT code)', details.bic),
        ]),
    ...plain('Bank', bankName),
    ...plain('Country', regionName(country)),
  ]
}

/** Where the lines of a paid batch went, as it was then. */
export function PaidTo({ lines }: { lines: PayoutLine[] }) {
  const paid = lines.flatMap(({ id, payee, amount, status, paidTo }) =>
    status === 'paid' && paidTo ? [{ id, payee, amount, paidTo }] : [],
  )
  if (paid.length === 0) return null
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">Paid to</summary>
      <ul className="grid gap-1">
        {paid.map(({ id, payee, amount, paidTo }) => (
          <li key={id} className="break-words">
            {formatCents(amount)} to <bdi>{payee}</bdi>: <bdi>{paidTo.holder}</bdi>, {maskedLine(paidTo)}
          </li>
        ))}
      </ul>
    </details>
  )
}
