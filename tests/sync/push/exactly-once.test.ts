import { expect, test } from 'vitest'
import { principals, processedMutations, savedInvestors } from '#drizzle/schema/index.ts'
import { Problem } from '#shared/problem.ts'
import { newClientId, newMutationId, note, save, startPrivateNode } from '#tests/support/private-lane.ts'
import { intro, push, setUp, statuses } from './setup.ts'

const { database, doubles, here, db, notes } = await setUp()

const there = startPrivateNode({ ...database, ...database.connectAgain() }, doubles)

test('a doubled push, to two nodes at the same time, has one effect and one processed row', async () => {
  const client = here.visitor()
  await push(client, [])
  const twin = there.visitor()
  for (const [name, value] of client.cookies) twin.cookies.set(name, value)
  let runs = 0
  doubles.intro = async ({ tx }) => {
    await tx.execute('select pg_sleep(0.05)')
    runs += 1
  }
  const mutations = [intro(), note('recHeld', 'once'), save('recS')]
  const replies = await Promise.all([push(client, mutations), push(twin, mutations), push(client, mutations)])
  for (const at of mutations.keys()) {
    expect(replies.map(({ body }) => body.results[at]?.status).sort()).toEqual(['applied', 'duplicate', 'duplicate'])
  }
  expect(runs).toBe(1)
  expect(await notes()).toEqual(['once'])
  expect(await db.$count(processedMutations)).toBe(3)
})

test('a refusal leaves no effect, is remembered, and does not block the mutations after it', async () => {
  const client = here.visitor()
  const mutations = [note('recLocked', 'mine'), note('recHeld', 'also mine')]
  const first = await push(client, mutations)
  expect(first.body.results).toMatchObject([
    { status: 'refused', code: 'contacts.not-held', message: 'You have not unlocked this contact.' },
    { status: 'applied' },
  ])
  doubles.held.add('recLocked')
  const again = await push(client, mutations)
  doubles.held.delete('recLocked')
  expect(again.body.results).toMatchObject([{ status: 'refused', code: 'contacts.not-held' }, { status: 'duplicate' }])
  expect(await notes()).toEqual(['also mine'])
})

test('a refusal rolls back what its mutation had written before', async () => {
  doubles.intro = async ({ tx, principalId }) => {
    await tx.insert(savedInvestors).values({ principalId, vcId: 'recHalf' as never })
    throw new Problem('unlocks.not-verified')
  }
  expect(statuses(await push(here.visitor(), [intro()]))).toEqual(['refused'])
  expect(await db.$count(savedInvestors)).toBe(0)
})

test.each([
  ['a fault', () => new Error('the disk is full')],
  ['a temporary refusal', () => new Problem('too-many-requests')],
  ['an internal failure', () => new Problem('internal')],
])('%s leaves neither effect nor processed row, and the device tries again', async (_, fault) => {
  const client = here.visitor()
  const mutations = [intro(), note('recHeld', 'goes on')]
  doubles.intro = async ({ tx, principalId }) => {
    await tx.insert(savedInvestors).values({ principalId, vcId: 'recHalf' as never })
    throw fault()
  }
  expect(statuses(await push(client, mutations))).toEqual(['retry', 'applied'])
  expect(await db.$count(savedInvestors)).toBe(0)
  doubles.intro = async () => undefined
  expect(statuses(await push(client, mutations))).toEqual(['applied', 'duplicate'])
})

test('mutations after a retry with the same ordering key wait with it, so that none is applied out of order', async () => {
  const client = here.visitor()
  const mutations = [intro(), note('recHeld', 'about something else'), intro(), intro()]
  const applied: string[] = []
  let faults = 1
  doubles.intro = async ({ id }) => {
    if (faults-- > 0) throw new Error('the disk is full')
    applied.push(id)
  }
  expect(statuses(await push(client, mutations))).toEqual(['retry', 'applied', 'retry', 'retry'])
  expect(applied).toEqual([])
  expect(statuses(await push(client, mutations))).toEqual(['applied', 'duplicate', 'applied', 'applied'])
  expect(applied).toEqual([mutations[0]?.id, mutations[2]?.id, mutations[3]?.id])
})

test('an id that was processed for another principal is refused without details', async () => {
  const id = newMutationId()
  const secret = note('recHeld', 'a secret', id)
  await push(here.visitor(), [secret])
  const { body } = await push(here.visitor(), [secret])
  expect(body.results).toEqual([{ id, status: 'refused', code: 'forbidden', message: 'You don’t have permission to do this.' }])
})

test('a mutation sent as a guest is a duplicate for the account that the guest became', async () => {
  const mutation = note('recHeld', 'mine')
  const guest = (await push(here.visitor(), [mutation])).body.principalId
  const account = here.visitor()
  const owner = (await push(account, [])).body.principalId
  await database.sql`update principals set merged_into = ${owner ?? ''} where id = ${guest ?? ''}`
  expect(statuses(await push(account, [mutation]))).toEqual(['duplicate'])
})

test('a mutation sent as a guest whose sign-in the device missed is a duplicate for that device alone', async () => {
  const mutation = note('recHeld', 'mine')
  const clientId = newClientId()
  const guest = (await push(here.visitor(), [mutation], { clientId })).body.principalId
  expect(statuses(await push(here.visitor(), [mutation], { clientId }))).toEqual(['refused'])
  const owner = (await push(here.visitor(), [])).body.principalId
  await database.sql`update principals set merged_into = ${owner ?? ''} where id = ${guest ?? ''}`
  expect(statuses(await push(here.visitor(), [mutation], { clientId }))).toEqual(['duplicate'])
  expect(statuses(await push(here.visitor(), [mutation]))).toEqual(['refused'])
})

test('a visitor becomes a guest only when they own something', async () => {
  const vandal = here.visitor()
  const { body } = await push(vandal, [{ ...note('recHeld', 'x'), args: { contactId: '../..', text: 5 } }])
  expect(body).toMatchObject({ results: [{ status: 'refused', code: 'invalid' }] })
  expect(body.principalId).toBeUndefined()
  expect(vandal.cookies.size).toBe(0)
  expect(await db.$count(principals)).toBe(0)

  const stranger = here.visitor()
  const principalId = (await push(stranger, [save('recS')])).body.principalId
  expect(principalId).toMatch(/^pri_/)
  expect((await push(stranger, [save('recT')], { principalId })).body.principalId).toBeUndefined()
  expect(await db.$count(principals)).toBe(1)
})

test('a guest whose first response was lost gets its id with the next one, so that its mutations never create a new guest after a sign-in', async () => {
  const guest = here.visitor()
  const first = (await push(guest, [])).body.principalId
  const { principalId } = (await push(guest, [])).body
  expect(principalId).toBe(first)

  // Signed in since, by a request that overtook the mutations: the cookie they were sent with is no longer valid.
  const account = (await push(here.visitor(), [])).body.principalId
  await database.sql`update principals set merged_into = ${account ?? ''} where id = ${first ?? ''}`
  const mutation = save('recS')
  expect(await push(guest, [mutation], { principalId })).toMatchObject({ status: 401, body: { code: 'session-lost' } })
  expect([await db.$count(savedInvestors), await db.$count(principals)]).toEqual([0, 2])
})

test('a mutation is applied only as the principal that created it', async () => {
  const client = here.visitor()
  await push(client, [])
  const lost = await push(client, [save('recS')], { principalId: 'pri_somebody_else' })
  expect(lost).toMatchObject({ status: 401, body: { code: 'session-lost', message: 'Unauthorized' } })
  expect(await push(here.visitor(), [save('recS')], { principalId: 'pri_gone' })).toMatchObject({ status: 401 })
  expect(await db.$count(savedInvestors)).toBe(0)
})
