import { useState } from 'react'
import { reversedSales, statusOfEntry } from '#shared/earnings/balance.ts'
import { maskedLine } from '#shared/earnings/check-details.ts'
import type { EarningsEntry } from '#shared/earnings/contract.ts'
import { soldLabel, statementLabel } from '#shared/earnings/statement.ts'
import { formatCents } from '#shared/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/dates.ts'

const FIRST = 25

/** Every entry of the account, the latest first. */
export function EntryList({ entries, now }: { entries: readonly EarningsEntry[]; now: number }) {
  const [isOpen, setOpen] = useState(false)
  const reversed = reversedSales(entries)
  const shown = isOpen ? entries : entries.slice(0, FIRST)
  return (
    <>
      <ul className="-my-3 divide-y divide-rule">
        {shown.map((entry) => (
          <EntryLine key={entry.id} entry={entry} reversed={entry.orderId ? reversed.get(entry.orderId) : undefined} now={now} />
        ))}
      </ul>
      {shown.length < entries.length && (
        <Button variant="quiet" className="mt-4" onClick={() => setOpen(true)}>
          Show {entries.length - shown.length} more
        </Button>
      )}
    </>
  )
}

type LineProps = {
  entry: EarningsEntry
  /** How the whole share of the sale was taken back, if it was. */
  reversed: string | undefined
  now: number
}

function EntryLine({ entry, reversed, now }: LineProps) {
  const { kind, founderName, projectName, sold, gross, amount, charity, at, reference, paidTo } = entry
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 py-3 sm:grid-cols-[7rem_minmax(0,1fr)_auto_8rem]">
      <time dateTime={at} className="col-span-2 text-sm text-soft tabular-nums sm:col-span-1">
        {formatDate(at)}
      </time>
      <div className="min-w-0">
        <p className="font-medium break-words" dir="auto">
          {founderName ?? statementLabel(entry)}
        </p>
        <p className="text-sm break-words text-soft">
          {kind === 'payout' ? (
            [reference ?? 'To your account', ...(paidTo ? [maskedLine(paidTo)] : [])].join(' · ')
          ) : (
            <>
              <bdi>{projectName}</bdi> · {kind === 'sale' ? sold && soldLabel[sold] : statementLabel(entry)}, {formatCents(gross)}
            </>
          )}
          {charity !== null && (
            <>
              {' '}
              · goes to <bdi>{charity}</bdi>
            </>
          )}
        </p>
      </div>
      <div className="max-sm:col-start-1 max-sm:row-start-3">
        <StandingOf entry={entry} reversed={reversed} now={now} />
      </div>
      <p
        className={`text-right font-serif text-xl tabular-nums max-sm:col-start-2 max-sm:row-start-2 ${amount < 0 ? 'text-soft' : 'text-brass'}`}
      >
        {formatCents(amount)}
      </p>
    </li>
  )
}

/** `refund`: asked for by the buyer, or owed for a declined call. `call`: it was declined, cancelled or reported as missed. */
const holdLabels = { dispute: 'Held: disputed', refund: 'Held: refund open', call: 'Held: call cancelled or missed' } as const

/** Only an entry that is not yet payable has a badge: a badge on every line would carry no information. */
function StandingOf({ entry, reversed, now }: LineProps) {
  if (entry.kind === 'payout') return <Badge>{entry.isPaid ? 'Paid out' : 'In transfer'}</Badge>
  if (entry.kind !== 'sale') return <Badge>{statementLabel(entry)}</Badge>
  if (reversed) return <Badge>{reversed}</Badge>
  const status = statusOfEntry(entry, now)
  if (status === 'held') return <Badge tone="red">{holdLabels[entry.hold ?? 'call']}</Badge>
  if (status === 'window' && entry.maturesAt) return <Badge tone="brass">Payable from {formatDate(entry.maturesAt)}</Badge>
  return null
}
