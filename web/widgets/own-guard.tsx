import type { ReactNode } from 'react'
import type { VcId } from '#shared/ids.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditOwn, useIsOwnListing } from './own-card.tsx'

type Props = { id: VcId; onClose: () => void; children: ReactNode }

/** The purchase dialog of an investor; for the investor, what the page says in place of a purchase. */
export default function OwnGuard({ id, onClose, children }: Props) {
  const isOwn = useIsOwnListing(id)
  if (isOwn === undefined) return null
  if (!isOwn) return children
  return (
    <Dialog title="This is how founders see you." isOpen onClose={onClose}>
      <EditOwn />
    </Dialog>
  )
}
