import type { EntryId } from '#shared/contacts/entry.ts'
import { seenTexts } from '#shared/contacts/merge-entry.ts'
import type { MutationId, TicketId, VcId } from '#shared/ids.ts'
import type { PersonId } from '#shared/people/contract.ts'
import { seenOfPerson } from '#shared/people/deletion.ts'
import { OWN, type OwnProject } from '#shared/projects/own.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import type { TemplateId } from '#shared/templates/contract.ts'
import type { Oracle } from '#tests/sync/simulator/checks/oracle.ts'
import { newInstant } from '#tests/sync/simulator/checks/shown-values.ts'
import { messageOf, type Session, tokensIn } from '#tests/sync/simulator/checks/written.ts'
import { deletedByJoin, readAbout } from '#web/features/contacts/people/join/mutations.ts'
import { readSeen } from '#web/features/contacts/people/queries.ts'
import { localValue } from '#web/features/projects/editor/conflict-versions.ts'
import { nothingYet } from '#web/features/projects/editor/mutations.ts'
import { ABOUT, ENTRIES, LISTING, PEOPLE, PROJECT, TEMPLATES, VCS } from './base.ts'
import type { SimTab } from './device.ts'
import type { Action } from './steps.ts'

/** Writes what an action of a user is about. @returns undefined where the screen has no such form */
export async function write(
  { tab, oracle }: { tab: SimTab; oracle: Oracle },
  action: Action,
  token: string,
  session: Session,
  message: string,
  about: TicketId | undefined,
): Promise<MutationId | undefined> {
  const { client } = tab
  const vcId = VCS['vc' in action ? action.vc : 0] as VcId
  if (action.do === 'note') return writeNote(tab, vcId, messageOf(token))
  if (action.do === 'note on person') return writeNote(tab, personOf(action), messageOf(token))
  if (action.do === 'delete person') return deletePerson(tab, oracle, action)
  if (action.do === 'join people') return joinPeople(tab, oracle, action)
  if (action.do === 'entry') return writeEntry(tab, { oracle, token, session }, action.about)
  if (action.do === 'delete entry') return deleteEntry(tab, oracle, action)
  if (action.do === 'template') return writeTemplate(tab, action.template, messageOf(token))
  if (action.do === 'intro') return client.enqueue('intro.request', { vcId, message: token })
  if (action.do === 'save') return client.enqueue('investor.save', { vcId, isSaved: action.isOn })
  if (action.do === 'join') return client.enqueue('earlyAccess.join', { email: `${crypto.randomUUID()}@example.com` })
  if (action.do === 'report') return client.enqueue('project.report', { projectId: PROJECT, reason: 'spam', text: token })
  if (action.do === 'feedback' || action.do === 'support' || action.do === 'write on')
    return writeToTeam(tab, action.do, message, about)
  if (action.do === 'listing') {
    const change = { weeklyIntroLimit: 10 + action.price }
    return session.isGuest ? undefined : client.enqueue('listing.edit', { vcId: LISTING, change })
  }
  if (action.do === 'vote') return client.enqueue('vote.cast', { projectId: PROJECT, isCast: action.isOn })
  const db = tab.private
  if (action.do !== 'draft' || !db || db.principal === 'guest' || session.isGuest) return undefined
  const clientId = await tab.directory.getMeta('clientId')
  const own: OwnProject = (await db.ownProject.get(OWN)) ?? nothingYet
  const before = localValue(own, action.field, clientId)
  const changes = { [action.field]: `${before}${token}` }
  return client.enqueue('project.saveDraft', { changes, settles: {} }, { [action.field]: [fingerprint(before)] })
}

const personOf = ({ person }: { person: number }) => PEOPLE[person] as PersonId

/** Deletes a person whom the screen shows, or undoes it. */
async function deletePerson({ client, private: db }: SimTab, oracle: Oracle, action: PersonDeletion) {
  const [id, { isDeleted }] = [personOf(action), action]
  const stored = await db?.people.get(id)
  if (!db || !stored) return undefined
  if (!isDeleted) return client.enqueue('person.delete', { id, isDeleted })
  const about = [await db.notes.get(id), await db.followUps.get(id), await db.deals.get(id)]
  const entries = await db.entries.where({ contactId: id }).toArray()
  oracle.deletedPeople.push(tokensIn(JSON.stringify([stored, about, entries])))
  return client.enqueue('person.delete', { id, isDeleted }, await readSeen(db, stored))
}
type PersonDeletion = Extract<Action, { do: 'delete person' }>

/** Joins a person whom the screen shows into another contact: what is written in fields is deleted with the person. */
async function joinPeople({ client, private: db }: SimTab, oracle: Oracle, action: Extract<Action, { do: 'join people' }>) {
  const [from, into] = [personOf(action), ABOUT[action.into] as VcId]
  const [about, other] = db ? [await readAbout(db, from), await readAbout(db, into)] : []
  if (from === into || !about || !other) return undefined
  oracle.deletedPeople.push(tokensIn(JSON.stringify(about)))
  oracle.joins.push({ from, into })
  return client.enqueue('person.join', { from, into }, seenOfPerson(deletedByJoin(about)))
}

/** Appends to the note that the screen shows. */
async function writeNote({ client, private: db }: SimTab, contactId: VcId, message: string) {
  const before = (await db?.notes.get(contactId))?.text ?? ''
  const text = before ? `${before}\n${message}` : message
  return client.enqueue('contact.note', { contactId, text }, { text: before, steps: [] })
}

/** Appends to the template that the screen shows. */
async function writeTemplate({ client, private: db }: SimTab, template: number, message: string) {
  const id = TEMPLATES[template] as TemplateId
  const before = (await db?.templates.get(id))?.text ?? ''
  const text = before ? `${before}\n${message}` : message
  return client.enqueue('template.write', { id, text }, { text: before, steps: [] })
}

/** Appends to the entry that the screen shows. A new one has a day that no other change has. */
async function writeEntry(
  { client, private: db }: SimTab,
  { oracle, token, session }: { oracle: Oracle; token: string; session: Session },
  about: number,
) {
  const [id, contactId] = [ENTRIES[about] as EntryId, ABOUT[about] as VcId]
  const stored = await db?.entries.get(id)
  const message = messageOf(token)
  const writtenOn = stored?.writtenOn ?? newInstant(oracle)
  const fact = { name: 'entry.write', id, field: 'writtenOn', value: writtenOn, orderingKey: `entry ${id}` } as const
  if (!stored) oracle.facts.set(token, { do: 'set', session, ...fact })
  const text = stored ? `${stored.text}\n${message}` : message
  const base = { text: stored?.text ?? '', steps: [], writtenOn: stored?.writtenOn ?? null }
  return client.enqueue('entry.write', { id, contactId, text, writtenOn }, base)
}

async function deleteEntry({ client, private: db }: SimTab, oracle: Oracle, { about, isDeleted }: EntryDeletion) {
  const [id, contactId] = [ENTRIES[about] as EntryId, ABOUT[about] as VcId]
  const stored = await db?.entries.get(id)
  if (!stored) return undefined
  if (isDeleted) oracle.deletions.push(tokensIn(JSON.stringify(stored)))
  return client.enqueue('entry.delete', { id, contactId, isDeleted }, seenTexts(stored))
}
type EntryDeletion = Extract<Action, { do: 'delete entry' }>

async function writeToTeam(
  { client }: SimTab,
  kind: 'feedback' | 'support' | 'write on',
  text: string,
  ticketId: TicketId | undefined,
) {
  const id = crypto.randomUUID() as TicketId
  const person = { name: 'Ada Lovelace', email: 'ada@example.com' }
  if (kind === 'feedback')
    return client.enqueue('feedback.submit', { id, ...person, category: 'general', message: text, homepage: '' })
  if (kind === 'support') {
    const about = { subject: 'About the app', category: 'technical' as const }
    return client.enqueue('support.submit', { id, ...person, ...about, message: text, homepage: '' })
  }
  return ticketId && client.enqueue('ticket.write', { ticketId, id, text })
}
