import { toVCards } from '#shared/contacts/vcard.ts'
import type { ContactCard } from '#shared/people/contract.ts'
import type { StageLabels } from '#shared/raise/labels.ts'
import type { OwnWords } from '#web/features/contacts/own-words.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'

const link = 'min-h-11 cursor-pointer px-2 text-sm text-soft underline underline-offset-4 hover:text-ink'

type Props = { contacts: readonly ContactCard[]; own: OwnWords; stages: StageLabels }

/** All contacts as a file, made on this device: vCards for an address book, a table for a spreadsheet. */
export function ExportContacts({ contacts, own, stages }: Props) {
  const saveTable = async () => {
    try {
      const { toCsv } = await loadChunk(() => import('./csv.ts'))
      saveFile('latchkey-contacts.csv', toCsv(contacts, own, stages), 'text/csv')
    } catch {
      toast({ title: 'Not saved. Reconnect and try again.', variant: 'destructive' })
    }
  }
  return (
    <p className="mt-4 -ml-2 flex flex-wrap items-center gap-x-2">
      <button
        type="button"
        className={link}
        onClick={() => saveFile('latchkey-contacts.vcf', toVCards(contacts, { ...own, stages }), 'text/vcard')}
      >
        Save all as vCards
      </button>
      <button type="button" className={link} onClick={() => void saveTable()}>
        Save all as CSV
      </button>
    </p>
  )
}
