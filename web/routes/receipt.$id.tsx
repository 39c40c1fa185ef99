import { createFileRoute, Link, useLocation } from '@tanstack/react-router'
import { useUser } from '#web/features/accounts/queries.ts'
import { DocumentPage } from '#web/features/history/document-page.tsx'
import { DocumentsSheet } from '#web/features/history/documents-sheet.tsx'
import { useOrder } from '#web/features/history/queries.ts'
import { ReceiptPage } from '#web/features/history/receipt-page.tsx'
import { RefundSheet } from '#web/features/refunds/refund-sheet.tsx'
import { PageLoading } from '#web/features/shell/page-loading.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export const Route = createFileRoute('/receipt/$id')({ component: Receipt })

/** The receipt of a purchase; with the number of an invoice or credit note as fragment, that document. */
function Receipt() {
  const { id } = Route.useParams()
  const number = useLocation({ select: ({ hash }) => hash })
  const order = useOrder(id)
  const user = useUser()
  if (order === undefined || user === undefined) return <PageLoading />
  if (order === null || order.receiptNumber === null) return <NoReceipt />
  const document = order.documents?.find((one) => one.number === number)
  if (document) return <DocumentPage orderId={id} document={document} />
  return (
    <ReceiptPage order={{ ...order, receiptNumber: order.receiptNumber }} user={user}>
      <DocumentsSheet order={order} />
      <RefundSheet order={order} />
    </ReceiptPage>
  )
}

function NoReceipt() {
  return (
    <div className="frame py-16">
      <EmptyState
        title={<h1 className="text-4xl">Receipt not found</h1>}
        action={
          <Link to="/profile" className={buttonClass('outline')}>
            Your profile
          </Link>
        }
      >
        <p>This receipt is not on this device. Sign in to the account that paid.</p>
      </EmptyState>
    </div>
  )
}
