import Papa from 'papaparse'
import { contactColumns, toContactRow } from '#shared/contacts/table.ts'
import type { ContactCard } from '#shared/people/contract.ts'
import type { StageLabels } from '#shared/raise/labels.ts'
import type { OwnWords } from '#web/features/contacts/own-words.ts'

/** Contacts and the user's own notes on them as a table. Cells that a spreadsheet would interpret as a formula are quoted. */
export function toCsv(contacts: readonly ContactCard[], { notes, followUps, entries }: OwnWords, stages: StageLabels): string {
  const rows = contacts.map((contact) =>
    toContactRow(contact, {
      note: notes.get(contact.id),
      followUp: followUps.get(contact.id),
      entries: entries?.get(contact.id),
      stages,
    }),
  )
  const data = rows.map((row) => contactColumns.map((column) => row[column]))
  return Papa.unparse({ fields: [...contactColumns], data }, { escapeFormulae: true })
}
