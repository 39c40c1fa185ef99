import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { useContact, useSavedIds } from '#web/features/contacts/queries.ts'
import { SaveButton } from '#web/features/contacts/save-star.tsx'
import { keepAnswer } from '#web/features/help/early-access-flag.ts'
import { requestSync } from '#web/sync/current.ts'
import { useSyncStatus } from '#web/sync/status.ts'

// A visitor who only browses never loads what a payment needs.
const UnlockDialog = lazy(() => import('#web/features/unlocks/unlock-dialog.tsx'))

type Unlocking = {
  unlock: (investor: Investor) => void
  dialog: ReactNode
  /** The payment made on this page, for the way to its confirmation. */
  paymentIntentId: string | undefined
}

/** The unlock dialog of a page: one at a time, for whichever investor was pressed. */
export function useUnlockDialog(): Unlocking {
  const [investor, setInvestor] = useState<Investor>()
  const [paymentIntentId, setPaymentIntentId] = useState<string>()
  const dialog = investor && (
    <Suspense>
      <OpenDialog investor={investor} onClose={() => setInvestor(undefined)} onPaid={setPaymentIntentId} />
    </Suspense>
  )
  const unlock = (chosen: Investor) => {
    // Somebody who means to pay is not asked for a newsletter over the contact they have just bought.
    keepAnswer('seen')
    setInvestor(chosen)
  }
  return { unlock, dialog, paymentIntentId }
}

type Props = { investor: Investor; onClose: () => void; onPaid: (paymentIntentId: string) => void }

function OpenDialog({ investor, onClose, onPaid }: Props) {
  const contact = useContact(investor.id)
  const saved = useSavedIds()
  const user = useUser()
  const status = useSyncStatus()
  return (
    <UnlockDialog
      investor={investor}
      onClose={onClose}
      onPaid={onPaid}
      isUnlocked={Boolean(contact)}
      isOffline={status.kind === 'offline'}
      email={user?.email}
      syncNow={requestSync}
      saveForLater={<SaveButton id={investor.id} name={investor.name} isSaved={saved?.includes(investor.id) ?? false} />}
    />
  )
}
