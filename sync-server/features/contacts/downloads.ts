import Papa from 'papaparse'
import type { Database } from '#server/database/client.ts'
import { roundSource } from '#server/features/raise/sync-source.ts'
import { entriesByContact } from '#shared/contacts/entries-by-contact.ts'
import { contactColumns, toContactRow } from '#shared/contacts/table.ts'
import { toVCards } from '#shared/contacts/vcard.ts'
import type { PrincipalId } from '#shared/ids.ts'
import type { ContactCard } from '#shared/people/contract.ts'
import { stageLabels } from '#shared/raise/labels.ts'
import { entrySource } from './entries/service.ts'
import { followUpSource, noteSource } from './sync-source.ts'

/** `listCards`: all contacts of a principal. The unlocks feature records that its contacts were seen. */
export type DownloadDeps = { db: Database; listCards: (principalId: PrincipalId) => Promise<ContactCard[]> }

export async function downloadVCards({ db, listCards }: DownloadDeps, owner: PrincipalId): Promise<string> {
  const contacts = await listCards(owner)
  const { notes, followUps, written, round } = await readOwn(db, owner)
  const byId = <One extends { id: string }>(all: One[]) => new Map<string, One>(all.map((one) => [one.id, one]))
  return toVCards(contacts, {
    notes: byId(notes),
    entries: entriesByContact(written),
    followUps: byId(followUps),
    stages: stageLabels(round),
  })
}

/** What the owner has written about contacts, as of one moment. */
const readOwn = (db: Database, owner: PrincipalId) =>
  db.transaction(
    async (tx) => {
      const notes = await noteSource(tx, owner)
      const followUps = await followUpSource(tx, owner)
      const written = await entrySource(tx, owner)
      const [round] = await roundSource(tx, owner)
      return { notes, followUps, written, round }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/** Cells that a spreadsheet would execute as a formula are quoted. */
export async function downloadCsv({ db, listCards }: DownloadDeps, owner: PrincipalId): Promise<string> {
  const contacts = await listCards(owner)
  const { notes, followUps, written, round } = await readOwn(db, owner)
  const [entries, stages] = [entriesByContact(written), stageLabels(round)]
  const rows = contacts.map((contact) => {
    const own = ({ id }: { id: string }) => id === contact.id
    return toContactRow(contact, {
      note: notes.find(own),
      followUp: followUps.find(own),
      entries: entries.get(contact.id),
      stages,
    })
  })
  return Papa.unparse(
    { fields: [...contactColumns], data: rows.map((row) => contactColumns.map((column) => row[column])) },
    { escapeFormulae: true },
  )
}
