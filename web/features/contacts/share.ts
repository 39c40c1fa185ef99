import type { Contact } from '#shared/contacts/contract.ts'
import { toVCards } from '#shared/contacts/vcard.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { contactLines } from './contact-rows.ts'

/** Gives a contact to another app: as a card where that is possible, as text elsewhere, and as a file on a desk. */
export async function shareContact(contact: Contact, fileName: string): Promise<void> {
  const card = toVCards([contact])
  const files = [new File([card], fileName, { type: 'text/vcard' })]
  try {
    if (navigator.canShare?.({ files })) return await navigator.share({ files, title: contact.name })
    if (navigator.share) return await navigator.share({ title: contact.name, text: asText(contact) })
    saveFile(fileName, card, 'text/vcard')
    toast({ title: 'Saved as a contact card' })
  } catch (error) {
    // Whoever closes the share sheet has changed their mind: no fault.
    if (!(error instanceof DOMException && error.name === 'AbortError')) {
      toast({ title: 'Could not share this contact', variant: 'destructive' })
    }
  }
}

const asText = (contact: Contact) =>
  [contact.name, contact.fund, ...contactLines(contact).map(({ label, value }) => `${label}: ${value}`)]
    .filter(Boolean)
    .join('\n')
