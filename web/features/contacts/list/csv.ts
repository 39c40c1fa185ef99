import Papa from 'papaparse'
import type { Contact } from '#shared/contacts/contract.ts'
import { contactColumns, toContactRow } from '#shared/contacts/table.ts'
import type { OwnWords } from '#web/features/contacts/queries.ts'

/** Contacts and the user's own notes on them as a table. Cells that a spreadsheet would interpret as a formula are quoted. */
export function toCsv(contacts: readonly Contact[], { notes, followUps }: OwnWords): string {
  const rows = contacts.map((contact) => toContactRow(contact, notes.get(contact.id), followUps.get(contact.id)))
  const data = rows.map((row) => contactColumns.map((column) => row[column]))
  return Papa.unparse({ fields: [...contactColumns], data }, { escapeFormulae: true })
}
