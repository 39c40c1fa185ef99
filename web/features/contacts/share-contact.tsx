import { Contact2, QrCode as QrIcon, Share2 } from 'lucide-react'
import { useState } from 'react'
import { toSmallVCard, toVCards } from '#shared/contacts/vcard.ts'
import { fileNamePart } from '#shared/file-name.ts'
import type { ContactCard } from '#shared/people/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { shareContact } from './share.ts'

/** Three buttons in a row fit a phone when the icon is above its label. */
const tall = 'h-auto flex-col gap-1 px-2 py-2.5 text-sm sm:flex-row sm:gap-2 sm:text-base'

/** Shares a contact: to the address book, to another app, or to another phone by QR code. */
export function ShareContact({ contact }: { contact: ContactCard }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid grid-cols-3 gap-2 sm:gap-3">
      <Button variant="outline" className={tall} onClick={() => saveFile(fileName(contact), toVCards([contact]), 'text/vcard')}>
        <Contact2 className="size-4" aria-hidden="true" />
        Save card
      </Button>
      <Button variant="outline" className={tall} onClick={() => void shareContact(contact, fileName(contact))}>
        <Share2 className="size-4" aria-hidden="true" />
        Share
      </Button>
      <Button variant="outline" className={tall} onClick={() => setOpen(true)}>
        <QrIcon className="size-4" aria-hidden="true" />
        QR code
      </Button>
      <Dialog title={contact.name} isOpen={isOpen} onClose={() => setOpen(false)}>
        <p className="mb-4 text-soft">Scan with a phone camera to save the contact. Works offline.</p>
        <div className="mx-auto max-w-72">
          <QrCode text={toSmallVCard(contact)} label={`Contact card of ${contact.name}`} />
        </div>
      </Dialog>
    </div>
  )
}

const fileName = ({ name }: ContactCard) => `${fileNamePart(name) || 'contact'}.vcf`
