import type { Transaction } from '#server/database/client.ts'
import { addJoinedEntry } from '#server/features/contacts/entries/service.ts'
import { joinIntros } from '#server/features/contacts/join-contacts.ts'
import { blankPerson } from '#shared/people/blank-person.ts'
import { joinEntryId } from '#shared/people/join-people.ts'
import { joinAbout } from './join-about.ts'
import {
  deleteJoined,
  listIntroducedToBoth,
  listWritersAboutBoth,
  type Merging,
  movePlaceWriters,
  moveRows,
  moveSavedRecord,
} from './record-queries.ts'

/**
 * What every user has written about a record is about the one that it is merged into. Where a user has written about both, the two are
 * joined by the rule for two own contacts: nothing is overwritten, and what has no place is in a dated entry.
 *
 * @param name  of the record that goes, for that entry
 */
export async function moveAboutRecord(tx: Transaction, { name, ...merging }: Merging & { name: string }) {
  const { from, into, now } = merging
  // What is on the cards is the admin's decision: nothing of it is written into the entries of users.
  const fields = { ...blankPerson, name }
  for (const principalId of await listWritersAboutBoth(tx, merging)) {
    const joining = { principalId, from, into, now, isOwn: false, fields: { from: fields, into: fields } }
    const { entries } = await joinAbout(tx, joining)
    for (const [at, text] of entries.entries())
      await addJoinedEntry(tx, { principalId, id: joinEntryId(from, into, at), contactId: into, text, now })
    await deleteJoined(tx, principalId, from)
  }
  for (const principalId of await listIntroducedToBoth(tx, merging)) await joinIntros(tx, { principalId, from, into })
  await moveRows(tx, merging)
  await moveSavedRecord(tx, merging)
  await movePlaceWriters(tx, merging)
}
