import type { ReactNode } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import { companyLabels } from '#shared/company/details.ts'
import { formatCents } from '#shared/money.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import { receiptLabel } from '#shared/orders/receipt.ts'
import { useCompany } from '#web/net/tab/company.ts'
import { formatLongDate } from '#web/ui/dates.ts'
import { kindLabel, standings } from './history-rows.ts'
import { PrintableSheet, SheetItem, SheetLines } from './printable-sheet.tsx'

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
    <PrintableSheet title="Receipt" number={receiptLabel(receiptNumber)} below={children}>
      <SheetLines lines={lines} />
      <SheetItem title={title} kind={kindLabel[kind]} amount={formatCents(amount)} total="Total, in US dollars" />
      {status === 'refunded' && <p className="text-sm text-soft">This amount has been refunded in full.</p>}
      <Seller />
    </PrintableSheet>
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
