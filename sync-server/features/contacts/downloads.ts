import Papa from 'papaparse'
import type { Database } from '#server/database/client.ts'
import type { Contact } from '#shared/contacts/contract.ts'
import { contactColumns, toContactRow } from '#shared/contacts/table.ts'
import { toVCards } from '#shared/contacts/vcard.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { followUpSource, noteSource } from './sync-source.ts'

/** `listContacts`: all contacts of a principal; implemented by the unlocks feature, which records that they were seen. */
export type DownloadDeps = { db: Database; listContacts: (principalId: PrincipalId) => Promise<Contact[]> }

export async function downloadVCards({ listContacts }: DownloadDeps, owner: PrincipalId): Promise<string> {
  return toVCards(await listContacts(owner))
}

/** Cells that a spreadsheet would execute as a formula are quoted. */
export async function downloadCsv({ db, listContacts }: DownloadDeps, owner: PrincipalId): Promise<string> {
  const contacts = await listContacts(owner)
  const [notes, followUps] = await db.transaction(
    async (tx) => [await noteSource(tx, owner), await followUpSource(tx, owner)] as const,
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const rows = contacts.map((contact) => {
    const own = ({ id }: { id: string }) => id === contact.id
    return toContactRow(contact, notes.find(own), followUps.find(own))
  })
  return Papa.unparse(
    { fields: [...contactColumns], data: rows.map((row) => contactColumns.map((column) => row[column])) },
    { escapeFormulae: true },
  )
}
