import { expect, test } from 'vitest'
import { mutationArgs } from '#shared/sync/mutations.ts'
import { protocolHistory } from '#shared/sync/protocol.ts'
import { startTestApp } from '#tests/support/app.ts'
import { MUTATIONS } from './conformance/support/calls.ts'
import { FINGERPRINTS, wireFingerprints } from './support/wire-fingerprints.ts'

const { member } = await startTestApp()

/**
 * Apps that were installed months ago use the schemas they were built with. When a hash differs: a new optional field is allowed,
 * record it with `bun tests/sync/support/wire-fingerprints.ts`. Any other change is a new version in `shared/sync/protocol.ts`, and the server
 * continues to accept the version before.
 */
test('the messages between apps and servers match the recorded fingerprints', async () => {
  expect(wireFingerprints()).toEqual(await Bun.file(FINGERPRINTS).json())
})

const PERSON = 'psn_0193a1b2-0000-7000-8000-00000000b001'
const ENTRY = 'ent_0193a1b2-0000-7000-8000-00000000c001'
const PHOTO = 'pho_0193a1b2-0000-7000-8000-00000000c001'
const TEMPLATE = 'tpl_0193a1b2-0000-7000-8000-00000000b001'
const SEARCH = 'sch_0193a1b2-0000-7000-8000-00000000b001'
const TICKET = '0193a1b2-0000-7000-8000-00000000a001'

/** Exactly as an app of that version sent them: these lines never change, even when the contracts do. */
const mutationsOf: Record<number, [name: string, args: object, base?: object][]> = {
  1: [
    ['contact.note', { contactId: 'rec1', text: 'Met in Lisbon' }],
    ['contact.intro', { contactId: 'rec1', text: 'Dear Marit' }, { text: 'Hello Marit,', steps: [] }],
    ['contact.follow-up', { contactId: 'rec1', stage: 'written', rating: 4, dueAt: '2026-12-01T08:00:00.000Z' }],
    ['contact.tag', { contactId: 'rec1', add: ['lead'], remove: ['cold'] }],
    ['investor.save', { vcId: 'rec1', isSaved: true }],
    ['person.write', { id: PERSON, name: 'Noa Berg', telegram: '@noa' }, { name: ['1a2b3c'], telegram: ['1a2b3c'] }],
    ['person.delete', { id: PERSON, isDeleted: true }],
    ['person.join', { from: PERSON, into: 'rec1', entryId: ENTRY }],
    ['deal.write', { id: 'rec1', amount: 25_000_000, instrument: 'safe', nextStep: 'Send the deck' }, { nextStep: ['1a2b3c'] }],
    ['raise.write', { id: 'round', name: 'Seed', target: 200_000_000, 'in-talks': 'Partner meeting' }, { name: ['1a2b3c'] }],
    [
      'entry.write',
      { id: ENTRY, contactId: PERSON, text: 'Wants a pilot', writtenOn: '2026-11-20T09:00:00.000Z' },
      { text: '', steps: [], writtenOn: null },
    ],
    ['entry.delete', { id: ENTRY, contactId: PERSON, isDeleted: true }, ['1a2b3c']],
    ['photo.delete', { id: PHOTO, contactId: PERSON, isDeleted: true }],
    ['template.write', { id: TEMPLATE, text: 'Dear {name}' }, { text: 'Hello {name}', steps: [] }],
    [
      'search.write',
      { id: SEARCH, name: 'Seed in Lisbon', filters: 'stage=Seed&sort=fit', seenUpTo: '2026-11-01T08:00:00.000Z' },
      { name: ['1a2b3c'], filters: ['1a2b3c'] },
    ],
    ['search.delete', { id: SEARCH }],
    ['intro.request', { vcId: 'rec1', message: 'Please' }],
    ['vote.cast', { projectId: 'prj1', isCast: true }],
    ['project.report', { projectId: 'prj1', reason: 'spam', text: 'Listed twice' }],
    ['project.saveDraft', { changes: { companyName: 'Grove' }, settles: {} }, { companyName: [] }],
    ['listing.edit', { vcId: 'vc1', change: { price: 700 } }],
    ['listing.pause', { vcId: 'vc1', until: '2026-12-05' }],
    ['listing.hours', { vcId: 'vc1', change: { mon: [{ from: 540, until: 1020 }], callsADay: 2 } }],
    ['listing.replyDays', { vcId: 'vc1', days: 3 }],
    ['profile.rename', { firstName: 'Adaeze' }, { firstName: ['1a2b3c'] }],
    ['earlyAccess.join', { email: 'reader@example.com', source: 'early_access' }],
    ['feedback.submit', { id: TICKET, category: 'bug', message: 'Search is slow' }],
    [
      'support.submit',
      {
        id: '0193a1b2-0000-7000-8000-00000000a002',
        name: 'Ada',
        email: 'ada@example.com',
        subject: 'Please help',
        message: 'It does not load at all',
      },
    ],
    ['ticket.write', { ticketId: TICKET, id: '0193a1b2-0000-7000-8000-00000000a003', text: 'Once more' }],
    ['notice.read', { ids: ['ntc_1'] }],
    ['notice.prefer', { which: 'replies:mail', isOn: false }],
    ['request.reply', { requestId: 'req_1', choice: 'yes', text: 'Friday?' }],
    ['call.reply', { bookingId: 'bkg_1', text: 'Send me the deck.' }],
    ['call.rate', { bookingId: 'bkg_1', stars: 4, text: 'You read the deck.' }],
  ],
}

test('every mutation is sent by an app of the current version, and by the client of the last release', () => {
  const names = Object.keys(mutationArgs).sort()
  expect((mutationsOf[protocolHistory.at(-1)?.version ?? 0] ?? []).map(([name]) => name).sort()).toEqual(names)
  expect([...MUTATIONS].sort()).toEqual(names)
})

/** Codes of a server that does not understand a mutation. A mutation about a missing record is understood. */
const NOT_UNDERSTOOD = ['invalid', 'sync.unknown-mutation', 'sync.protocol-too-old']

test.each(protocolHistory.map(({ version }) => version))('an app of version %d is still understood', async (version) => {
  const { post, send } = await member()
  const init = { headers: { 'x-sync-protocol': String(version) } }
  const mutations = (mutationsOf[version] ?? []).map(([name, args, base], at) => {
    const id = `0193a1b2-0000-7000-8000-${String(at).padStart(12, '0')}`
    return { id, name, args, ...(base && { base }), madeAt: '2026-11-20T10:00:00.000Z' }
  })
  expect(mutations.length).toBeGreaterThan(0)
  type Result = { id: string; status: string; code?: string }
  const body = { clientId: '3f0c5f0e-6e0a-4c39-9d2f-0b8d6f8a1c11', mutations }
  const pushed = await post<{ results: Result[] }>('/api/sync/push', body, init)
  expect(pushed.status).toBe(200)
  expect(pushed.body.results.map(({ id }) => id)).toEqual(mutations.map(({ id }) => id))
  for (const { id, status, code } of pushed.body.results) {
    expect(['applied', 'refused'], id).toContain(status)
    expect(NOT_UNDERSTOOD, id).not.toContain(code)
  }
  const me = await post<{ put: Record<string, { id: string; version: number }[]> }>('/api/sync/me', { have: {} }, init)
  expect(me.body.put.account?.[0]).toMatchObject({ id: expect.any(String), version: expect.any(Number), kind: 'account' })

  const read = async (path: string) => (await send(path, init)).json()
  const snapshot = (await read('/api/sync/directory/snapshot')) as { epoch: string; cursor: string; parts: string[] }
  expect(snapshot).toMatchObject({ epoch: expect.any(String), cursor: expect.stringMatching(/^\d+$/) })
  expect(await read(`/api/sync/directory?epoch=${snapshot.epoch}&since=${snapshot.cursor}`)).toMatchObject({
    cursor: expect.any(String),
    put: expect.any(Object),
    del: expect.any(Object),
  })
})
