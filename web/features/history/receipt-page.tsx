import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import { companyLabels } from '#shared/company/details.ts'
import { formatCents } from '#shared/money.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import { receiptLabel } from '#shared/orders/receipt.ts'
import { useCompany } from '#web/net/tab/company.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatLongDate } from '#web/ui/dates.ts'
import { kindLabel, standings } from './history-rows.ts'

type Props = { order: OrderEntry & { receiptNumber: number }; user: User | null; children: ReactNode }

/** A receipt on a printable sheet, from local data, so that it prints offline. */
export function ReceiptPage({ order, user, children }: Props) {
  const { id, kind, title, amount, status, createdAt, receiptNumber } = order
  const name = fullName(user)
  const lines = [
    ['Date', formatLongDate(createdAt)],
    ['Order', id],
    ['Bought by', [name, user?.email].filter(Boolean).join(', ') || 'A guest'],
    ['Payment', standings[status].word],
  ] as const
  return (
    <div className="frame max-w-2xl pt-6 pb-16 print:pt-0">
      <div className="flex items-center justify-between gap-4 print:hidden">
        <BackLink to="/profile">Profile</BackLink>
        <Button variant="outline" onClick={() => window.print()}>
          <Printer className="size-4" aria-hidden="true" />
          Print or save as PDF
        </Button>
      </div>
      <article className="mt-4 rounded-box border border-rule bg-sheet p-6 sm:p-10 print:border-0 print:p-0">
        <header className="rule-double flex flex-wrap items-end justify-between gap-4 pb-6">
          <div>
            <p className="font-serif text-2xl">Latchkey</p>
            <h1 className="mt-4 text-4xl">Receipt</h1>
          </div>
          <p className="font-serif text-2xl tabular-nums">{receiptLabel(receiptNumber)}</p>
        </header>
        <dl className="mt-2 text-sm">
          {lines.map(([label, value]) => (
            <div key={label} className="flex items-baseline justify-between gap-6 border-b border-rule py-3">
              <dt className="shrink-0 text-soft">{label}</dt>
              <dd className="min-w-0 text-right break-words" dir="auto">
                {value}
              </dd>
            </div>
          ))}
        </dl>
        <table className="mt-8 w-full">
          <thead>
            <tr className="border-b border-rule text-left text-sm text-soft">
              <th className="py-2 font-normal">Item</th>
              <th className="py-2 text-right font-normal">Amount</th>
            </tr>
          </thead>
          <tbody>
            <tr className="border-b border-rule">
              <td className="py-4 pr-4">
                <span className="block break-words" dir="auto">
                  {title}
                </span>
                <span className="text-sm text-soft">{kindLabel[kind]}</span>
              </td>
              <td className="py-4 text-right align-top tabular-nums">{formatCents(amount)}</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th className="py-4 text-left font-medium">Total, in US dollars</th>
              <td className="py-4 text-right font-serif text-2xl tabular-nums">{formatCents(amount)}</td>
            </tr>
          </tfoot>
        </table>
        {status === 'refunded' && <p className="text-sm text-soft">This amount has been refunded in full.</p>}
        <Seller />
      </article>
      {children}
    </div>
  )
}

/** The company that sold, on a receipt. Nothing until it has a name. */
function Seller() {
  const company = useCompany()
  if (!company?.legalName) return null
  const { legalName, address, registration, vatId, supportEmail } = company
  const lines = [legalName, address, registration, vatId && `${companyLabels.vatId} ${vatId}`, supportEmail]
  return (
    <address className="mt-8 text-sm break-words whitespace-pre-line text-soft not-italic" dir="auto">
      {lines.filter((line) => line !== '').join('\n')}
    </address>
  )
}
