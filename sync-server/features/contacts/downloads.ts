import Papa from 'papaparse'
import type { Database } from '#server/db.ts'
import type { Contact } from '#shared/contacts/contract.ts'
import { contactColumns, toContactRow } from '#shared/contacts/table.ts'
import { toVCards } from '#shared/contacts/vcard.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { followUpSource, noteSource } from './sync-source.ts'

/** `listContacts`: everything a principal holds; the unlocks feature knows, and notes that it was seen. */
export type DownloadDeps = { db: Database; listContacts: (principalId: PrincipalId) => Promise<Contact[]> }

/** @throws Problem `session-lost` for a stranger, who holds nothing */
export async function downloadVCards({ listContacts }: DownloadDeps, principalId: PrincipalId | undefined): Promise<string> {
  return toVCards(await listContacts(known(principalId)))
}

/** Cells that a spreadsheet would take for a formula are quoted. @throws Problem `session-lost` */
export async function downloadCsv({ db, listContacts }: DownloadDeps, principalId: PrincipalId | undefined): Promise<string> {
  const owner = known(principalId)
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

function known(principalId: PrincipalId | undefined): PrincipalId {
  if (!principalId) throw new Problem('session-lost')
  return principalId
}
