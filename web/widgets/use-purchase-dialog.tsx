import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { keepAnswer } from '#web/features/newsletter/early-access-flag.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { closeUnloaded, lazyPart } from '#web/ui/lazy-part.tsx'
import type { Selection } from './purchase-dialog.tsx'

// A visitor who only browses never loads the payment code.
const PurchaseDialog = lazyPart(() => loadChunk(() => import('./purchase-dialog.tsx')), closeUnloaded)

type UnlockDialog = {
  /** The contact alone, in one step. */
  unlock: (investor: Investor) => void
  /** A call, which includes the contact; without a calendar the contact, starting with the details. */
  book: (investor: Investor) => void
  dialog: ReactNode
  /** Payment intent of the unlock that was paid on this page, for the link to its confirmation. */
  paymentIntentId: string | undefined
}

/** The purchase dialog of a page, for calls and contacts: one at a time, for the selected investor. */
export function useUnlockDialog(): UnlockDialog {
  const [selected, select] = useState<Selection>()
  const [paymentIntentId, setPaymentIntentId] = useState<string>()
  const selectFor = useCallback(
    (what: Selection['what']) => (investor: Investor) => {
      // A user who is about to pay is not shown the newsletter dialog over the contact that was just bought.
      keepAnswer('seen')
      select({ investor, what })
    },
    [],
  )
  // The same functions in every render: the cards of a list get them, and are rendered again when they change.
  const [unlock, book] = useMemo(() => [selectFor('unlock'), selectFor('booking')], [selectFor])
  const dialog = selected && (
    <Suspense>
      <PurchaseDialog
        {...selected}
        onClose={() => select(undefined)}
        onPaid={setPaymentIntentId}
        onUnlockInstead={() => selectFor('contact instead')(selected.investor)}
        onBook={() => selectFor('booking')(selected.investor)}
      />
    </Suspense>
  )
  return { unlock, book, dialog, paymentIntentId }
}
