import { expect, test } from 'vitest'
import type { SavedSearch, SearchId } from '#shared/searches/contract.ts'
import { MAX_SEARCHES } from '#shared/searches/contract.ts'
import { type SearchTexts, searchBaseOf } from '#shared/searches/merge-search.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'

const app = await startTestApp()

const newSearch = () => `sch_${crypto.randomUUID()}` as SearchId
const EARLY = '2026-03-01T08:00:00.000Z'
const LATE = '2026-04-01T08:00:00.000Z'
const seed = { name: 'Seed', filters: 'stage=Seed' }

type Sent = { name: string; args: object; base?: unknown }
async function push(client: Client, ...sent: Sent[]) {
  const mutations = sent.map((one) => ({ ...one, id: newMutationId(), madeAt: new Date().toISOString() }))
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations })
  return body.results
}
const write = (id: SearchId, changes: Partial<SearchTexts>, seen?: SearchTexts): Sent => ({
  name: 'search.write',
  args: { id, ...changes },
  base: searchBaseOf(seen, changes),
})
const open = (id: SearchId, seenUpTo: string): Sent => ({ name: 'search.write', args: { id, seenUpTo }, base: {} })
const remove = (id: SearchId): Sent => ({ name: 'search.delete', args: { id } })
async function searchesOf(client: Client) {
  const { body } = await client.post<PrivateDelta>('/api/sync/me', { have: {} })
  return (body.put.searches ?? []) as unknown as SavedSearch[]
}

test('a search that was saved and opened offline is on the other devices of its user only', async () => {
  const [ada, ben] = [await app.member(), await app.member()]
  const id = newSearch()
  await push(ada, write(id, seed), open(id, LATE), open(id, EARLY))
  expect(await searchesOf(ada)).toMatchObject([{ id, ...seed, seenUpTo: LATE }])
  await push(ben, write(id, { name: 'Of Ben', filters: '' }))
  await push(ben, remove(id))
  expect(await searchesOf(ada)).toMatchObject([seed])
  expect(await searchesOf(ben)).toEqual([])
})

test('the name of one device and the filters of another are both kept; two names are refused for the later device', async () => {
  const member = await app.member()
  const id = newSearch()
  await push(member, write(id, seed), write(id, { name: 'Early' }, seed), write(id, { filters: 'stage=Angel' }, seed))
  expect(await searchesOf(member)).toMatchObject([{ name: 'Early', filters: 'stage=Angel' }])
  expect(await push(member, write(id, { name: 'Mine' }, seed))).toMatchObject([
    { status: 'refused', code: 'searches.changed-elsewhere' },
  ])
  expect(await searchesOf(member)).toMatchObject([{ name: 'Early' }])
})

test('a text for a deleted search is refused and its opening is not; saving it again undoes the deletion', async () => {
  const member = await app.member()
  const id = newSearch()
  await push(member, write(id, seed), remove(id), remove(id))
  expect(await searchesOf(member)).toEqual([])
  expect(await push(member, write(id, { name: 'Mine' }, seed), open(id, LATE))).toMatchObject([
    { status: 'refused', code: 'searches.unknown' },
    { status: 'applied' },
  ])
  await push(member, write(id, seed))
  expect(await searchesOf(member)).toMatchObject([seed])
})

test('a user has a limited number of searches, and can still change those', async () => {
  const member = await app.member()
  const ids = Array.from({ length: MAX_SEARCHES }, newSearch)
  for (const id of ids) await push(member, write(id, seed))
  expect(await push(member, write(newSearch(), seed))).toMatchObject([{ status: 'refused', code: 'searches.too-many' }])
  const [first = newSearch()] = ids
  expect(await push(member, write(first, { name: 'Early' }, seed))).toMatchObject([{ status: 'applied' }])
})

test.each([[{ filters: 'next=/admin' }], [{ filters: 'stage=a&stage=b' }], [{ name: ' ' }], [{ id: 'rec1' }]])(
  '%j is refused, and nothing is stored',
  async (wrong) => {
    const member = await app.member()
    const sent = { name: 'search.write', args: { id: newSearch(), ...seed, ...wrong }, base: {} }
    expect(await push(member, sent)).toMatchObject([{ status: 'refused', code: 'invalid' }])
    expect(await searchesOf(member)).toEqual([])
  },
)

test('a guest’s searches are the account’s after the sign-in: an equal one once, another one with the same id as well', async () => {
  const member = await app.member()
  const [same, equal, other] = [newSearch(), newSearch(), newSearch()]
  await push(member, write(same, { name: 'Of the account', filters: 'q=a' }), write(newSearch(), seed))
  const guest = app.visitor()
  await push(guest)
  await push(
    guest,
    write(same, { name: 'Of the guest', filters: 'q=b' }),
    write(equal, seed),
    write(other, { name: 'Other', filters: '' }),
  )
  await guest.post('/api/auth/login', { email: member.user.email, password: member.password })
  expect((await searchesOf(guest)).map(({ name }) => name).sort()).toEqual(['Of the account', 'Of the guest', 'Other', 'Seed'])
})
