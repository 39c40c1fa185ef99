import { useState } from 'react'
import type { OrderDocument } from '#shared/documents/contract.ts'
import { correctionOf, currentInvoice } from '#shared/documents/correction.ts'
import { documentTitles, reasonOf } from '#shared/documents/lines.ts'
import { formatCents } from '#shared/money.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { formatLongDate } from '#web/ui/dates.ts'
import { CorrectInvoiceForm } from './correct-invoice-form.tsx'
import { DocumentLink } from './document-link.tsx'

/** Invoices and credit notes of a purchase, below its receipt; not printed with it. */
export function DocumentsSheet({ order }: { order: OrderEntry }) {
  const [isCorrecting, setCorrecting] = useState(false)
  // The response is shown until the order contains it: it arrives by sync.
  const [answered, setAnswered] = useState<OrderDocument[]>([])
  const own = order.documents ?? []
  const documents = answered.length > own.length ? answered : own
  const invoice = currentInvoice(documents)
  if (!invoice) return null
  const canCorrect = correctionOf(documents, new Date()) !== undefined
  return (
    <section aria-labelledby="documents" className="mt-6 rounded-box border border-rule bg-sheet p-6 sm:p-8 print:hidden">
      <h2 id="documents" className="text-2xl">
        Invoice
      </h2>
      <ul className="mt-3 border-t border-rule">
        {documents.map((document) => (
          <li key={document.number} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule py-1">
            <span>
              <DocumentLink orderId={order.id} number={document.number}>
                {documentTitles[document.kind]} {document.number}
              </DocumentLink>
              <span className="block pb-2 text-sm text-soft">
                {[formatLongDate(document.issuedAt), reasonOf(document)].filter(Boolean).join(', ')}
              </span>
            </span>
            <span className="tabular-nums">
              {document.kind === 'credit-note' && '-'}
              {formatCents(document.amount)}
            </span>
          </li>
        ))}
      </ul>
      {canCorrect && !isCorrecting && (
        <Button variant="outline" className="mt-5" onClick={() => setCorrecting(true)}>
          Add a company or VAT ID
        </Button>
      )}
      {canCorrect && isCorrecting && (
        <CorrectInvoiceForm
          key={invoice.number}
          orderId={order.id}
          invoice={invoice}
          onCancel={() => setCorrecting(false)}
          onCorrected={(issued) => {
            setAnswered(issued)
            setCorrecting(false)
          }}
        />
      )}
    </section>
  )
}
