import { toVCards } from '#shared/contacts/vcard.ts'
import type { ContactCard } from '#shared/people/contract.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { cardLines } from './card-lines.ts'

/**
 * Shares a contact with another app: as a vCard where the platform can share files, else as text, and as a download on a desktop.
 */
export async function shareContact(contact: ContactCard, fileName: string): Promise<void> {
  const card = toVCards([contact])
  const files = [new File([card], fileName, { type: 'text/vcard' })]
  try {
    if (navigator.canShare?.({ files })) return await navigator.share({ files, title: contact.name })
    if (navigator.share) return await navigator.share({ title: contact.name, text: asText(contact) })
    saveFile(fileName, card, 'text/vcard')
    toast({ title: 'Saved as a contact card' })
  } catch (error) {
    // Closing the share sheet is not an error.
    if (!(error instanceof DOMException && error.name === 'AbortError')) {
      toast({ title: 'Could not share this contact', variant: 'destructive' })
    }
  }
}

const asText = (contact: ContactCard) =>
  [contact.name, contact.fund, ...cardLines(contact).map(({ label, value }) => `${label}: ${value}`)].filter(Boolean).join('\n')
