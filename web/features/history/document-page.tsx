import * as v from 'valibot'
import type { OrderDocument } from '#shared/documents/contract.ts'
import { amountsOf, buyerLines, documentTitles, reasonOf, sellerLines } from '#shared/documents/lines.ts'
import { OrderKind } from '#shared/orders/contract.ts'
import { formatLongDate } from '#web/ui/dates.ts'
import { regionName } from '#web/ui/region-name.ts'
import { DocumentLink } from './document-link.tsx'
import { kindLabel } from './history-rows.ts'
import { PrintableSheet, SheetItem, SheetLines } from './printable-sheet.tsx'

/** An invoice or a credit note on a printable sheet, from local data, so that it prints offline. */
export function DocumentPage({ orderId, document }: { orderId: string; document: OrderDocument }) {
  const { kind, number, issuedAt, suppliedAt, corrects, title, item, currency } = document
  const reason = reasonOf(document)
  const lines = [
    ['Date', formatLongDate(issuedAt)],
    ['Date of payment', formatLongDate(suppliedAt)],
    ['Order', orderId],
    ...(corrects.length > 0 ? ([['Corrects', corrects.join(', ')]] as const) : []),
    ...(reason ? ([['Reason', reason]] as const) : []),
  ] as const
  const shown = v.is(OrderKind, item) ? kindLabel[item] : ''
  const amounts = amountsOf(document, regionName)
  return (
    <PrintableSheet
      title={documentTitles[kind]}
      number={number}
      below={
        <p className="mt-6 print:hidden">
          <DocumentLink orderId={orderId}>Receipt and all documents of this purchase</DocumentLink>
        </p>
      }
    >
      <SheetLines lines={lines} />
      <div className="mt-8 grid gap-6 text-sm sm:grid-cols-2 print:grid-cols-2">
        <Party title="Seller" lines={sellerLines(document)} />
        <Party title="Buyer" lines={buyerLines(document, regionName)} />
      </div>
      <SheetItem
        {...{ title, kind: shown, total: `Total, in ${currency.toUpperCase()}` }}
        {...{ amount: amounts.item, taxes: amounts.taxes, sum: amounts.total }}
      />
    </PrintableSheet>
  )
}

function Party({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h2 className="column-head">{title}</h2>
      <address className="mt-1 break-words whitespace-pre-line not-italic" dir="auto">
        {lines.join('\n')}
      </address>
    </section>
  )
}
