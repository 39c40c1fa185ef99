import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readDraft } from '#shared/applications/draft.ts'
import type { BookingId, PrincipalId, ProjectId, TicketId, VcId } from '#shared/ids.ts'
import { blankPerson } from '#shared/people/blank-person.ts'
import type { SaveDraft } from '#shared/projects/edit.ts'
import { type MutationName, mutationArgs } from '#shared/sync/mutations.ts'
import { requestEntryId } from '#shared/unlocks/requests.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { sampleEntry } from '#tests/support/samples/sample-entry.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { samplePhoto } from '#tests/support/samples/sample-photo.ts'
import { sampleTicket } from '#tests/support/samples/sample-ticket.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { type DraftId, PrivateDatabase } from '#web/db/private-database.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { rename } from '#web/features/accounts/mutations.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { saveApplicationDraft } from '#web/features/applications/draft-store.ts'
import { rateCall } from '#web/features/bookings/rating/mutations.ts'
import { replyToCall } from '#web/features/bookings/reply/mutations.ts'
import { deleteEntry, writeEntry } from '#web/features/contacts/entries/mutations.ts'
import { changeFollowUp, changeTags } from '#web/features/contacts/follow-ups/mutations.ts'
import { saveInvestor } from '#web/features/contacts/mutations.ts'
import { writeIntro, writeNote } from '#web/features/contacts/notes/mutations.ts'
import { deletePerson, newPersonId, writePerson } from '#web/features/contacts/people/mutations.ts'
import { deletePhoto } from '#web/features/contacts/photos/mutations.ts'
import { writeDeal, writeRound } from '#web/features/contacts/raise/mutations.ts'
import { newTemplateId, writeTemplate } from '#web/features/contacts/templates/mutations.ts'
import { deleteSearch, newSearchId, saveSearch } from '#web/features/directory/searches/mutations.ts'
import { saveForm } from '#web/features/help/help-draft.ts'
import { submitFeedback, submitSupport, writeOnTicket } from '#web/features/help/mutations.ts'
import { pauseListing, setHours, setReplyDays, writeListing } from '#web/features/listings/mutations.ts'
import { joinLater } from '#web/features/newsletter/mutations.ts'
import { preferNotices, readNotices } from '#web/features/notices/mutations.ts'
import { saveDraft } from '#web/features/projects/editor/mutations.ts'
import { castVote } from '#web/features/projects/marketplace/vote-mutations.ts'
import { reportProject } from '#web/features/projects/page/report-mutations.ts'
import { giveReply } from '#web/features/replies/mutations.ts'
import { requestIntro } from '#web/features/unlocks/mutations.ts'
import { LEADER_LOCK } from '#web/sync/engine/platform.ts'
import { discardEntry, enqueue, provideSync, retryRefused } from '#web/sync/engine/sync-port.ts'
import { uuid7 } from '#web/sync/engine/uuid7.ts'
import type { Fault } from './support/storage-errors.ts'
import { TestDevice, type TestTab } from './support/test-device.ts'

/**
 * Every mutation a user can enqueue on a device, with the first storage call failing, then the second, until none does. In each
 * run the change is stored once and completely, or nothing of it is stored and the screen shows an error.
 */
const ada = 'ada' as PrincipalId
const vc = 'rec1' as VcId
const project = 'prj1' as ProjectId
const person = newPersonId(0)
const entry = sampleEntry({ text: 'precious' })
const search = newSearchId(0)
const ticketId = uuid7<TicketId>(0)
const ticket = { ...sampleTicket(ticketId), version: 3 }

/** An action of a user, and what the device contains once it is done. */
type Action = { act: () => Promise<unknown>; shows: (db: PrivateDatabase) => Promise<unknown>; as: unknown }

const support = { name: 'Ada', email: 'ada@x.example', subject: 'A receipt', message: 'Where is it, if I may ask?', homepage: '' }

/** Of a change whose document this device does not have. */
const inOutbox: Pick<Action, 'shows' | 'as'> = {
  shows: (db) => db.outbox.filter(({ args }) => JSON.stringify(args).includes('precious')).count(),
  as: 1,
}

const only = (name: MutationName): Pick<Action, 'shows' | 'as'> => ({
  shows: (db) => db.outbox.filter((entry) => entry.name === name).count(),
  as: 1,
})

/** One row for every mutation: a missing one does not compile. */
const mutations: { [Name in MutationName]: Action } = {
  'contact.note': {
    act: () => writeNote({ contactId: vc, text: 'precious' }, ''),
    shows: async (db) => (await db.notes.get(vc))?.text,
    as: 'precious',
  },
  'contact.intro': {
    act: () => writeIntro({ contactId: vc, text: 'precious' }, 'Hello Marit,'),
    shows: async (db) => (await db.contacts.get(vc))?.ownIntro?.text,
    as: 'precious',
  },
  'contact.follow-up': {
    act: () => changeFollowUp({ contactId: vc, metAt: 'Lisbon' }),
    shows: async (db) => (await db.followUps.get(vc))?.metAt,
    as: 'Lisbon',
  },
  'contact.tag': { act: () => changeTags({ contactId: vc, add: ['precious'] }), ...inOutbox },
  'investor.save': { act: () => saveInvestor({ vcId: vc, isSaved: true }), shows: (db) => db.saved.count(), as: 1 },
  'person.write': { act: () => writePerson(person, { ...blankPerson, name: 'precious' }), ...inOutbox },
  'deal.write': { act: () => writeDeal(vc, { nextStep: 'precious' }), ...inOutbox },
  'raise.write': { act: () => writeRound({ name: 'precious' }), ...inOutbox },
  'person.delete': { act: () => deletePerson({ id: person, isDeleted: true }), ...only('person.delete') },
  'person.join': {
    act: async () => enqueue('person.join', { from: person, into: vc, entryId: entry.id }),
    ...only('person.join'),
  },
  'entry.write': { act: () => writeEntry(entry), shows: async (db) => (await db.entries.get(entry.id))?.text, as: 'precious' },
  'entry.delete': { act: () => deleteEntry(entry, true), ...only('entry.delete') },
  'photo.delete': { act: () => deletePhoto(samplePhoto(), true), ...only('photo.delete') },
  'search.write': { act: () => saveSearch(search, { name: 'precious', filters: 'stage=Seed' }), ...inOutbox },
  'search.delete': { act: () => deleteSearch({ id: search }), ...only('search.delete') },
  'template.write': { act: () => writeTemplate({ id: newTemplateId(0), text: 'precious' }, ''), ...inOutbox },
  'intro.request': {
    act: () => requestIntro({ vcId: vc, message: 'precious' }),
    shows: async (db) => (await db.requests.get(requestEntryId('intro', vc)))?.message,
    as: 'precious',
  },
  'request.reply': { act: () => giveReply({ requestId: 'req1', choice: 'yes', text: 'precious' }), ...inOutbox },
  'call.rate': { act: () => rateCall({ bookingId: 'bkg_1' as BookingId, stars: 4, text: 'precious' }), ...inOutbox },
  'call.reply': { act: () => replyToCall({ bookingId: 'bkg_1' as BookingId, text: 'precious' }), ...inOutbox },
  'notice.read': { act: () => readNotices(['precious']), ...inOutbox },
  'notice.prefer': { act: () => preferNotices({ which: 'money:push', isOn: false }), ...only('notice.prefer') },
  'vote.cast': {
    act: () => castVote({ projectId: project, isCast: true }),
    shows: async (db) => (await db.votes.get(project))?.wish,
    as: true,
  },
  'project.report': { act: () => reportProject({ projectId: project, reason: 'spam', text: 'precious' }), ...inOutbox },
  // A pending edit squashes the new one: an edit reported as saved before is neither lost nor stored twice.
  'project.saveDraft': {
    act: () => saveDraft({ changes: { companyName: 'precious' }, settles: {} }, { companyName: [] }),
    shows: async (db) =>
      (await db.outbox.toArray())
        .filter(({ name }) => name === 'project.saveDraft')
        .map(({ args }) => (args as SaveDraft).changes),
    as: [{ traction: 'first', companyName: 'precious' }],
  },
  'listing.edit': {
    act: () => writeListing({ vcId: 'vc_sample' as VcId, change: { bio: 'precious' } }, sampleListing()),
    shows: async (db) => (await db.ownListings.get('vc_sample' as VcId))?.bio,
    as: 'precious',
  },
  'listing.pause': {
    act: () => pauseListing({ vcId: 'vc_sample' as VcId, until: '2027-01-04' }),
    shows: async (db) => (await db.ownListings.get('vc_sample' as VcId))?.pausedUntil,
    as: '2027-01-04',
  },
  'listing.hours': {
    act: () => setHours({ vcId: 'vc_sample' as VcId, change: { callsADay: 3 } }),
    shows: async (db) => (await db.ownListings.get('vc_sample' as VcId))?.callHours?.callsADay,
    as: 3,
  },
  'listing.replyDays': {
    act: () => setReplyDays({ vcId: 'vc_sample' as VcId, days: 2 }),
    shows: async (db) => (await db.ownListings.get('vc_sample' as VcId))?.replyDays,
    as: 2,
  },
  'feedback.submit': {
    act: () =>
      submitFeedback({ id: uuid7<TicketId>(1), name: null, email: null, category: 'general', message: 'precious', homepage: '' }),
    shows: async (db) => (await db.tickets.filter(({ message }) => message === 'precious').toArray()).length,
    as: 1,
  },
  'support.submit': {
    act: () => submitSupport({ ...support, id: uuid7<TicketId>(2), category: 'billing' }),
    shows: async (db) => (await db.tickets.filter(({ message }) => message === support.message).toArray()).length,
    as: 1,
  },
  'ticket.write': {
    act: () => writeOnTicket({ ticketId, id: uuid7<TicketId>(3), text: 'precious' }),
    shows: async (db) => (await db.tickets.get(ticketId))?.messages.map(({ text }) => text),
    as: ['precious'],
  },
  'profile.rename': {
    act: () => rename(sampleUser(), { firstName: 'Precious', lastName: 'Okafor' }),
    shows: async (db) => (await db.account.get(ada))?.user?.firstName,
    as: 'Precious',
  },
  'earlyAccess.join': { act: () => joinLater({ email: 'precious@example.com', source: 'early_access' }), ...inOutbox },
}

const refused: OutboxEntry = {
  id: uuid7(4),
  name: 'contact.note',
  args: { contactId: 'rec2', text: 'refused words' },
  madeAt: '2026-03-01T10:00:00.000Z',
  state: 'refused',
  refusal: { code: 'invalid', message: 'No.' },
}
const refusedNow = async (db: PrivateDatabase) =>
  (await db.outbox.filter(({ name }) => name === refused.name).toArray()).map(
    ({ state, args }) => `${state} ${(args as { text: string }).text}`,
  )
const keepHelp = (id: DraftId) => saveForm(tab.db, id, { message: 'precious' }, ['message'])
const draftOf = (id: DraftId) => async (db: PrivateDatabase) => JSON.stringify((await db.drafts.get(id))?.values ?? null)

/** Other actions of a user: with a rejected mutation, and with a form that is not submitted yet. */
const others: Record<string, Action> = {
  'sending a rejected mutation again': { act: () => retryRefused(refused.id), shows: refusedNow, as: ['waiting refused words'] },
  'sending a rejected mutation with a changed text': {
    act: () => retryRefused(refused.id, { contactId: 'rec2', text: 'better words' }),
    shows: refusedNow,
    as: ['waiting better words'],
  },
  'discarding what was refused': { act: () => discardEntry(refused.id), shows: refusedNow, as: [] },
  'typing into the application': {
    act: () => saveApplicationDraft(tab.db, { draft: readDraft({ bio: 'precious' }), photo: undefined }),
    shows: draftOf('application'),
    as: expect.stringContaining('precious'),
  },
  'typing feedback': { act: () => keepHelp('feedback'), shows: draftOf('feedback'), as: '{"message":"precious"}' },
  'typing to support': { act: () => keepHelp('support'), shows: draftOf('support'), as: '{"message":"precious"}' },
  'typing on a ticket': {
    act: () => keepHelp(`ticket:${ticketId}`),
    shows: draftOf(`ticket:${ticketId}`),
    as: '{"message":"precious"}',
  },
}
const actions = { ...mutations, ...others }

const MESSAGES: Record<Fault, RegExp> = {
  full: /out of space/,
  unreadable: /Couldn’t read/,
  gone: /Couldn’t save/,
  closed: /was closed/,
  silent: /isn’t responding/,
}
const FAULTS = Object.keys(MESSAGES) as Fault[]

let device: TestDevice
let tab: TestTab
/** Without the faults: the actual contents of the disk. */
let disk: PrivateDatabase

beforeAll(async () => {
  device = new TestDevice(() => Promise.reject(new TypeError('Failed to fetch')))
  // Another tab leads, so that only the action uses the disk.
  const never = new Promise<never>(() => undefined)
  void device.exclusively(LEADER_LOCK, () => never, never)
  tab = await device.openTab()
  tab.isVisible = false
  await tab.client.switchPrincipal(ada)
  disk = new PrivateDatabase(ada, tab.db.life, { ...device.dexie, addons: [] })
  await disk.account.put({ id: ada, kind: 'account', user: sampleUser({ principalId: ada }), version: 1 })
  await disk.contacts.put({ ...sampleContact({ id: vc }), version: 1 })
  await disk.ownListings.put({ ...sampleListing(), version: 1 })
  await disk.tickets.put({ ...ticket, messages: [] })
  await disk.outbox.add({ ...refused })
  await tab.client.enqueue('project.saveDraft', { changes: { traction: 'first' }, settles: {} }, { traction: [] })
  provideSync(tab.client)
})
afterAll(() => {
  vi.useRealTimers()
  disk.close()
  tab.kill()
})

type Contents = Record<string, unknown[]>
const read = (): Promise<Contents> =>
  disk.transaction('r', disk.tables, async () =>
    Object.fromEntries(await Promise.all(disk.tables.map(async (table) => [table.name, await table.toArray()] as const))),
  )
const putBack = (contents: Contents) =>
  disk.transaction('rw', disk.tables, async () => {
    for (const table of disk.tables) {
      await table.clear()
      await table.bulkAdd(contents[table.name] ?? [])
    }
  })

/**
 * Runs the action on a disk that fails at one call. @returns the error that the screen shows; undefined when the change was
 * stored
 */
async function doWith(action: Action, at: number, fault: Fault): Promise<unknown> {
  device.disk.failAt(at, fault, 'latchkey-me-')
  tab.fault = undefined
  const done = action.act().then(
    () => undefined,
    (error: unknown) => error,
  )
  // The storage recovers only after the error was shown.
  if (fault === 'silent') {
    const isSilent = new Promise<void>((silent) => {
      device.disk.onSilence = silent
    })
    await Promise.race([done, isSilent])
    await vi.advanceTimersByTimeAsync(10_000)
  }
  const result = await done
  device.disk.heal()
  return result
}

test('every mutation is covered', () => expect(Object.keys(mutations).sort()).toEqual(Object.keys(mutationArgs).sort()))

test.each(Object.keys(actions) as (keyof typeof actions)[])(
  '%s: stored completely, or not at all with an error shown',
  async (name) => {
    const action = actions[name]
    if (!action) throw new Error(name)
    const before = await read()
    const unlike = await action.shows(disk)
    for (const fault of FAULTS) {
      if (fault === 'silent') vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      for (let at = 1; ; at++) {
        const result = await doWith(action, at, fault)
        const where = `${fault} at call ${at}`
        if (result === undefined) {
          expect([device.disk.hasFailed, tab.fault], where).toEqual([false, undefined])
          expect(await action.shows(disk), where).toEqual(action.as)
          expect(unlike).not.toEqual(action.as)
          await putBack(before)
          break
        }
        expect(await read(), where).toEqual(before)
        expect(storageSentence(result) ?? String(result), where).toMatch(MESSAGES[fault])
        expect(tab.fault, where).toMatch(MESSAGES[fault])
        expect(at).toBeLessThan(30)
      }
      vi.useRealTimers()
    }
  },
)
