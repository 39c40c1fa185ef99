import type { AdminPayouts, PayableAccount, PayoutBatch } from '#shared/earnings/admin.ts'
import { parseAccount } from '#shared/ledger/account.ts'
import { cents, formatCents, formatPrice } from '#shared/money.ts'
import { makePayout, withdrawPayout } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { count } from '#web/features/admin/format-figures.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { OpenPayout } from './open-payout.tsx'
import { PaidTo, PayeeDestination } from './payee-details.tsx'

type Props = { payouts: AdminPayouts; settle: Settle; busyWith: string | undefined }

/** Amounts that investors and charities are owed and that are payable now, and earlier payouts. */
export function PayoutsQueue({ payouts: { accounts, batches, minimum, alone }, settle, busyWith }: Props) {
  const open = batches.find(({ status }) => status === 'open')
  const ready = accounts.filter(({ standing }) => standing === 'ready')
  const preparable = ready.filter(({ details }) => details?.masked !== null)
  const waiting = accounts.filter(({ standing }) => standing !== 'ready')
  const total = cents(preparable.reduce((sum, { payable }) => sum + payable, 0))
  const make = () =>
    settle(
      {
        targetId: 'new',
        title: 'Prepared',
        sentence: `${formatCents(total)} reserved for ${count(preparable.length, 'payout')}.`,
      },
      makePayout,
    )
  const takeOut = (batch: string, line: string) =>
    settle(
      { targetId: line, title: 'Removed', sentence: 'The amount is payable again unless Stripe has already transferred it.' },
      () => withdrawPayout(batch, line),
    )
  return (
    <>
      {open && <OpenPayout key={open.id} batch={open} alone={alone} settle={settle} busyWith={busyWith} />}
      <section aria-labelledby="ready-payouts" className="mb-12">
        <h2 id="ready-payouts" className="border-b border-edge pb-2 text-2xl">
          Ready to be paid out
        </h2>
        {ready.length === 0 ? (
          <p className="py-5 text-soft">
            No payouts ready. A share matures 7 days after the sale or the call. Minimum payout: {formatPrice(minimum)}.
          </p>
        ) : (
          <>
            <Accounts accounts={ready} settle={settle} busyWith={busyWith} />
            {!open && preparable.length > 0 && (
              <Button className="mt-5" isBusy={busyWith === 'new'} onClick={() => void make()}>
                Prepare {count(preparable.length, 'payout')}, {formatCents(total)}
              </Button>
            )}
          </>
        )}
      </section>
      {waiting.length > 0 && (
        <section aria-labelledby="kept-payouts" className="mb-12">
          <h2 id="kept-payouts" className="border-b border-edge pb-2 text-2xl">
            Not payable yet
          </h2>
          <Accounts accounts={waiting} settle={settle} busyWith={busyWith} />
        </section>
      )}
      <PastPayouts batches={batches.filter(({ status }) => status !== 'open')} takeOut={takeOut} busyWith={busyWith} />
    </>
  )
}

const why: Record<PayableAccount['standing'], string | undefined> = {
  ready: undefined,
  small: 'Below the minimum',
  nobody: 'No account',
  negative: 'Negative balance',
  withheld: 'Another listing has a negative balance, or this one is revoked or under review',
}

const Accounts = ({
  accounts,
  settle,
  busyWith,
}: {
  accounts: PayableAccount[]
  settle: Settle
  busyWith: string | undefined
}) => (
  <ul className="divide-y divide-rule">
    {accounts.map(({ account, payee, email, amount, payable, standing, details }) => (
      <li key={account} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-medium break-words" dir="auto">
            {payee}
          </p>
          <p className="text-sm break-all text-soft">
            {email ?? (parseAccount(account)?.kind === 'charity_payable' ? 'Charity' : account)}
          </p>
          {standing === 'ready' && details && <PayeeDestination account={account} details={details} {...{ settle, busyWith }} />}
        </div>
        {standing === 'ready' && payable < amount && (
          <Badge>{formatCents(payable)} of it. The rest covers another negative balance.</Badge>
        )}
        {why[standing] && <Badge tone={standing === 'negative' ? 'red' : 'plain'}>{why[standing]}</Badge>}
        <span className={`ml-auto w-28 text-right font-serif text-xl ${amount < 0 ? 'text-red' : 'text-brass'}`}>
          {formatCents(amount)}
        </span>
      </li>
    ))}
  </ul>
)

type Past = { batches: PayoutBatch[]; takeOut: (batch: string, line: string) => Promise<unknown>; busyWith: string | undefined }

const PastPayouts = ({ batches, takeOut, busyWith }: Past) => (
  <section aria-labelledby="past-payouts" className="mb-12">
    <h2 id="past-payouts" className="border-b border-edge pb-2 text-2xl">
      Earlier batches
    </h2>
    {batches.length === 0 && <p className="py-5 text-soft">No payouts yet.</p>}
    <ul className="divide-y divide-rule">
      {batches.map(({ id, status, reference, closedAt, createdAt, total, lines }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
          <div className="min-w-0 flex-1 basis-52">
            <p className="font-medium break-words" dir="auto">
              {reference ?? 'Withdrawn'}
            </p>
            <p className="text-sm text-soft">
              {formatDateTime(closedAt ?? createdAt)}, {count(lines.length, 'line')}
            </p>
            {lines
              .filter(({ waitsSince }) => waitsSince !== null)
              .map(({ id: line, payee, amount, waitsSince, isStopping }) => (
                <div key={line} className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
                  <p className="min-w-0 flex-1 basis-52 text-sm break-words text-red" dir="auto">
                    {formatCents(amount)} to {payee} pending since {formatDateTime(waitsSince ?? '')}: the Stripe balance is too
                    low. Add funds there.
                  </p>
                  {isStopping ? (
                    <Badge>Being taken out</Badge>
                  ) : (
                    <Button
                      variant="outline"
                      isBusy={busyWith === line}
                      aria-label={`Remove line: ${formatCents(amount)} to ${payee}`}
                      onClick={() => void takeOut(id, line)}
                    >
                      Remove line
                    </Button>
                  )}
                </div>
              ))}
            <PaidTo lines={lines} />
            {lines
              .filter(({ failure }) => failure !== null)
              .map(({ id: line, payee, amount, failure }) => (
                <p key={line} className="mt-1 text-sm break-words text-red" dir="auto">
                  {formatCents(amount)} to {payee} failed and is payable again: {failure}
                </p>
              ))}
          </div>
          {lines.some((line) => line.status === 'sending') && <Badge tone="brass">Being sent</Badge>}
          <Badge>{status === 'paid' ? 'Paid' : 'Withdrawn'}</Badge>
          <a
            href={`/api/admin/payouts/${encodeURIComponent(id)}/lines.csv`}
            className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
          >
            CSV
          </a>
          <span className="ml-auto w-28 text-right font-serif text-xl">{formatCents(total)}</span>
        </li>
      ))}
    </ul>
  </section>
)
