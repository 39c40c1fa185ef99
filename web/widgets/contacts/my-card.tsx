import { QrCode as QrIcon } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import { toSmallVCard } from '#shared/contacts/vcard.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { type MyRecords, useMyRecords } from '#web/widgets/use-own.ts'

/** The user's own contact card as a QR code, for the phone of a person they meet. It works offline. */
export function MyCard() {
  const user = useUser()
  const own = useMyRecords()
  const [isOpen, setOpen] = useState(false)
  const card = user && own && ownCard(user, own)
  if (!card) return null
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <QrIcon className="size-4" aria-hidden="true" />
        My card
      </Button>
      <Dialog title="My card" isOpen={isOpen} onClose={() => setOpen(false)}>
        <p className="mb-4 text-soft">
          Scan with a phone camera to save {card.name}, {[card.fund, card.email].filter(Boolean).join(', ')}. Works offline.
        </p>
        <div className="mx-auto max-w-72">
          <QrCode text={toSmallVCard(card)} label={`Contact card of ${card.name}`} />
        </div>
      </Dialog>
    </>
  )
}

/** `undefined` for a user without a name. The company is the one of the user's project, or of the listing. */
export function ownCard(user: Pick<User, 'firstName' | 'lastName' | 'email'>, { project, listing }: MyRecords) {
  const name = fullName(user)
  if (!name) return undefined
  return {
    ...{ name, email: user.email, fund: project?.values.companyName || listing?.fundName || null },
    ...{ position: listing?.position ?? null, location: null, imageUrl: null, stages: [], sectors: [] },
    ...{ telegram: null, meetingLink: null, linkedinUrl: null, twitterUrl: null, website: null },
  }
}
