import { expect, test } from 'vitest'
import { blankPerson } from '#shared/people/blank-person.ts'
import type { Person, PersonId } from '#shared/people/contract.ts'
import { seenOfPerson } from '#shared/people/deletion.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { picture } from '#tests/support/samples/pictures.ts'

const app = await startTestApp()

const newPerson = () => `psn_${crypto.randomUUID()}` as PersonId
const nothing = { notes: [], followUps: [], deals: [], entries: [], photos: [] }
const seen = seenOfPerson({ person: { ...blankPerson, name: 'Noa' }, ...nothing })

type Sent = { name: string; args: object; base?: unknown }
async function push(client: Client, ...sent: Sent[]) {
  const mutations = sent.map((one) => ({ ...one, id: newMutationId(), madeAt: new Date().toISOString() }))
  return (await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations })).body.results
}
const add = (id: PersonId): Sent => ({ name: 'person.write', args: { id, name: 'Noa' }, base: {} })
const say = (contactId: PersonId): Sent => ({
  name: 'entry.write',
  args: { id: `ent_${crypto.randomUUID()}`, contactId, text: 'Wants a pilot', writtenOn: '2026-11-27T10:00:00.000Z' },
  base: { text: '', steps: [], writtenOn: null },
})
const remove = (id: PersonId): Sent => ({ name: 'person.delete', args: { id, isDeleted: true } })
const join = (from: PersonId, into: string, base: unknown = seen): Sent => ({ name: 'person.join', args: { from, into }, base })

async function pull(client: Client) {
  const { people = [], entries = [], photos = [] } = (await client.post<PrivateDelta>('/api/sync/me', { have: {} })).body.put
  const alive = (people as unknown as Person[]).filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id)
  const aboutOf = (docs: object[]) => docs.map((doc) => (doc as { contactId: string }).contactId)
  return { alive, entries: aboutOf(entries), photos: aboutOf(photos) }
}

/** A member with two people, and an entry and a photo about the second one. */
async function withTwo() {
  const member = await app.member()
  const [first, second] = [newPerson(), newPerson()]
  await push(member, add(first), add(second), say(second))
  const form = new FormData()
  form.append('photo', new File([(await picture('jpeg', { width: 32, height: 32 })) as BlobPart], 'IMG_1.jpg'))
  const query = new URLSearchParams({ contactId: second, takenAt: '2026-11-27T09:00:00.000Z' })
  await member.send(`/api/photos/pho_${crypto.randomUUID()}?${query}`, { method: 'POST', body: form })
  return { member, first, second }
}

test('entries and photos about a joined person are about the other contact, and the person is deleted', async () => {
  const { member, first, second } = await withTwo()
  expect(await push(member, join(second, first))).toMatchObject([{ status: 'applied' }])
  expect(await pull(member)).toEqual({ alive: [first], entries: [first], photos: [first] })
})

test.each([
  ['another text', ['abc']],
  ['nothing', null],
  ['what is no list', 'abc'],
])('a person about whom the device has seen %s stays, and the entries are joined', async (_, base) => {
  const { member, first, second } = await withTwo()
  expect(await push(member, join(second, first, base))).toMatchObject([{ status: 'applied' }])
  expect(await pull(member)).toMatchObject({ alive: expect.arrayContaining([first, second]), entries: [first] })
})

test('nothing changes with a person that is missing, deleted or the same', async () => {
  const { member, first, second } = await withTwo()
  const [gone, missing] = [newPerson(), newPerson()]
  await push(member, add(gone), remove(gone))
  for (const sent of [join(second, gone), join(second, missing), join(missing, first), join(second, second)]) {
    expect(await push(member, sent)).toMatchObject([{ status: 'applied' }])
  }
  expect(await pull(member)).toMatchObject({ alive: expect.arrayContaining([first, second]), entries: [second] })
})

test('a contact that the user does not hold is refused', async () => {
  const { member, second } = await withTwo()
  expect(await push(member, join(second, 'recUnknown'))).toMatchObject([{ status: 'refused', code: 'contacts.not-held' }])
  expect(await pull(member)).toMatchObject({ alive: expect.arrayContaining([second]), entries: [second] })
})

test('people of another account are neither read nor changed', async () => {
  const [ada, ben] = [await withTwo(), await withTwo()]
  const results = await push(ben.member, join(ada.second, ben.first), join(ben.second, ada.first))
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied'])
  expect(await pull(ada.member)).toMatchObject({ entries: [ada.second], photos: [ada.second] })
  expect(await pull(ben.member)).toMatchObject({ alive: expect.arrayContaining([ben.second]), entries: [ben.second] })
})

test('a join is applied after what was sent before about both people', async () => {
  const member = await app.member()
  const [first, second] = [newPerson(), newPerson()]
  const results = await push(member, add(first), add(second), say(second), join(second, first), say(first))
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 'applied'))
  expect(await pull(member)).toMatchObject({ alive: [first], entries: [first, first] })
})
