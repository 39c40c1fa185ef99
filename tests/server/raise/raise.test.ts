import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { erasePhotos } from '#server/features/contacts/photos/service.ts'
import { PURGE } from '#server/features/people/module.ts'
import { purgePeople } from '#server/features/people/queries.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { type DealFields, noDeal, noRound, ROUND, type RoundFields } from '#shared/raise/contract.ts'
import { fieldsBaseOf } from '#shared/sync/merge-fields.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { testModules } from '#tests/support/modules.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { listDeals } from '#tests/support/state/contacts.ts'

const app = await startTestApp()
const { db } = app.database

type Sent = { name: string; args: object; base?: unknown }
async function push(client: Client, ...sent: Sent[]) {
  const mutations = sent.map((one) => ({ ...one, id: newMutationId(), madeAt: new Date().toISOString() }))
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations })
  return body.results
}
const pull = async (client: Client) => (await client.post<PrivateDelta>('/api/sync/me', { have: {} })).body.put
const newPerson = () => `psn_${crypto.randomUUID()}` as VcId
const add = (id: VcId, name = 'Noa Berg'): Sent => ({ name: 'person.write', args: { id, name }, base: {} })
const deal = (id: VcId, changes: Partial<DealFields>, seen: DealFields = noDeal): Sent => ({
  name: 'deal.write',
  args: { id, ...changes },
  base: fieldsBaseOf(seen, changes),
})
const round = (changes: Partial<RoundFields>, seen: RoundFields = noRound): Sent => ({
  name: 'raise.write',
  args: { id: ROUND, ...changes },
  base: fieldsBaseOf(seen, changes),
})

test('a person, a deal and the round that were written offline arrive together, and are read on another device', async () => {
  const member = await app.member()
  const id = newPerson()
  const results = await push(
    member,
    add(id),
    deal(id, { amount: 25_000_000, instrument: 'token', probability: 40, commitment: 'soft', nextStep: ' Send  the deck ' }),
    round({ name: 'Seed', target: 200_000_000, 'in-talks': 'Partner meeting' }),
  )
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
  const { deals, raise } = await pull(member)
  expect(deals).toMatchObject([
    {
      id,
      amount: 25_000_000,
      instrument: 'token',
      probability: 40,
      commitment: 'soft',
      nextStep: 'Send the deck',
      passReason: null,
    },
  ])
  expect(raise).toMatchObject([{ id: ROUND, name: 'Seed', target: 200_000_000, 'in-talks': 'Partner meeting', passed: null }])
})

test('fields of two devices are both kept; two texts or amounts for one field are refused for the later device', async () => {
  const member = await app.member()
  const id = newPerson()
  const first = { ...noDeal, amount: 5_000_000, nextStep: 'Send the deck' }
  await push(member, add(id), deal(id, { amount: 5_000_000, nextStep: 'Send the deck' }))
  const results = await push(
    member,
    deal(id, { nextStep: 'Call on Friday', probability: 20 }, first),
    deal(id, { introducedBy: 'Liv', probability: 60 }, first),
    deal(id, { nextStep: 'Send the data room' }, first),
    deal(id, { amount: 7_500_000 }, first),
    deal(id, { amount: 9_000_000 }, first),
  )
  expect(results.map((result) => (result.status === 'refused' ? result.code : result.status))).toEqual([
    ...['applied', 'applied', 'raise.changed-elsewhere', 'applied', 'raise.changed-elsewhere'],
  ])
  expect((await pull(member)).deals).toMatchObject([
    { nextStep: 'Call on Friday', introducedBy: 'Liv', probability: 60, amount: 7_500_000 },
  ])
})

test('names of two stages that two devices write are both kept, and two names of one stage are not overwritten', async () => {
  const member = await app.member()
  await push(member, round({ written: 'Warm' }), round({ passed: 'Later' }))
  expect(await push(member, round({ written: 'Cold' }))).toMatchObject([{ status: 'refused', code: 'raise.changed-elsewhere' }])
  expect((await pull(member)).raise).toMatchObject([{ written: 'Warm', passed: 'Later', name: null }])
  await push(member, round({ written: null }, { ...noRound, written: 'Warm' }))
  expect((await pull(member)).raise).toMatchObject([{ written: null, passed: 'Later' }])
})

test.each([
  [{ id: '' }],
  [{ amount: -1 }],
  [{ amount: 1.5 }],
  [{ amount: 10_000_000_000_001 }],
  [{ probability: 101 }],
  [{ instrument: 'gold' }],
  [{ commitment: 'maybe' }],
  [{ nextStep: 'x'.repeat(301) }],
  [{ passReason: ['x'] }],
])('a deal with %j is refused, and nothing is stored', async (wrong) => {
  const member = await app.member()
  const id = newPerson()
  const [, result] = await push(member, add(id), { name: 'deal.write', args: { id, ...wrong }, base: {} })
  expect(result).toMatchObject({ status: 'refused', code: 'invalid' })
  expect((await pull(member)).deals ?? []).toEqual([])
})

test.each([[{ id: 'other' }], [{ target: -1 }], [{ name: 'x'.repeat(81) }], [{ written: 'x'.repeat(41) }]])(
  'a round with %j is refused',
  async (wrong) => {
    const member = await app.member()
    const sent = { name: 'raise.write', args: { id: ROUND, ...wrong }, base: {} }
    expect(await push(member, sent)).toMatchObject([{ status: 'refused', code: 'invalid' }])
    expect((await pull(member)).raise ?? []).toEqual([])
  },
)

test('a deal with a contact that the account does not have is refused', async () => {
  const [ada, ben] = [await app.member(), await app.member()]
  const id = newPerson()
  await push(ada, add(id))
  for (const contact of [id, 'rec1' as VcId])
    expect(await push(ben, deal(contact, { amount: 100 }))).toMatchObject([{ status: 'refused', code: 'contacts.not-held' }])
})

test('another account, its export and the admin read nothing of a raise', async () => {
  const [ada, ben, admin] = [await app.member(), await app.member(), await app.member()]
  await grantAdmin(app, admin)
  const id = newPerson()
  const canary = 'canary-7319'
  await push(
    ada,
    add(id),
    deal(id, { amount: 731_900, nextStep: `${canary} step`, introducedBy: canary, passReason: canary }),
    round({ name: `${canary} round`, written: canary }),
  )
  await push(ben, add(id), deal(id, { nextStep: 'Of Ben' }), round({ name: 'Ben’s' }))
  const read = async (client: Client, path: string) => JSON.stringify((await client.get(path)).body)
  expect(await read(ada, '/api/auth/export')).toContain(canary)
  const seen = [
    JSON.stringify(await pull(ben)),
    await read(ben, '/api/auth/export'),
    await read(ben, '/api/contacts.csv'),
    JSON.stringify(await pull(admin)),
    await Promise.all(
      ['vcs', 'projects', 'intros', 'tickets', 'refunds', 'audit'].map((queue) => read(admin, `/api/admin/${queue}`)),
    ),
  ]
  expect(JSON.stringify(seen)).not.toMatch(/canary-7319|731900/)
  expect(seen[0]).toContain('Of Ben')
})

test('a deal is deleted with its person, after the time in which a deletion can be undone', async () => {
  const member = await app.member()
  const id = newPerson()
  await push(member, add(id), deal(id, { amount: 100 }), { name: 'person.delete', args: { id, isDeleted: true } })
  await runJob(app, PURGE)
  const { principalId } = member.user
  expect(await listDeals(db, { principalId })).toHaveLength(1)
  await purgePeople(db, new Date(Date.now() + 1000), erasePhotos)
  expect(await listDeals(db, { principalId })).toEqual([])
})

test('a guest’s deals and round belong to the account after the sign-in: texts are joined, an amount is added to the note and a target to the name', async () => {
  const member = await app.member()
  const guest = app.visitor()
  const [own, both] = [newPerson(), newPerson()]
  const { body } = await guest.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [] })
  await push(
    guest,
    add(own),
    add(both),
    deal(own, { amount: 100_000 }),
    deal(both, { amount: 25_000_000, nextStep: 'Send the deck', probability: 10, commitment: 'soft' }),
    round({ name: 'Pre-seed', target: 100, passed: 'Later' }),
  )
  await push(
    member,
    add(both),
    deal(both, { amount: 50_000_000, nextStep: 'Call', probability: 90 }),
    round({ name: 'Seed', target: 200 }),
  )
  const { owners } = await testModules(app.database)
  await db.transaction(async (tx) => {
    for (const moveOwner of owners) await moveOwner(tx, body.principalId as PrincipalId, member.user.principalId)
  })
  const { deals, raise, notes } = await pull(member)
  const byId = new Map(deals?.map((one) => [one.id, one]))
  expect(byId.get(own)).toMatchObject({ amount: 100_000 })
  expect(byId.get(both)).toMatchObject({
    amount: 50_000_000,
    nextStep: 'Call / Send the deck',
    probability: 90,
    commitment: 'soft',
  })
  expect(notes).toMatchObject([{ id: both, text: 'Amount: $250,000.00' }])
  expect(raise).toMatchObject([{ name: 'Seed / Pre-seed / Target: $1.00', target: 200, passed: 'Later' }])
})

test('the file of contacts has the user’s own name of a stage', async () => {
  const member = await app.member()
  const id = newPerson()
  const stage = { name: 'contact.follow-up', args: { contactId: id, stage: 'in-talks' } }
  await push(member, add(id), stage, round({ 'in-talks': '=Partner meeting' }))
  const { body } = await member.get<string>('/api/contacts.csv')
  expect(Papa.parse(body, { header: true }).data).toMatchObject([{ name: 'Noa Berg', stage: "'=Partner meeting" }])
})
