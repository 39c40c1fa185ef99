import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { projectReports, rateLimits, tickets, vcRequests } from '#drizzle/schema/index.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import { createLimit } from '#server/http/limits/rate-limit.ts'
import type { PushReply } from '#shared/sync/push.ts'
import type { Mutation } from '#shared/sync/push-request.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { addProject, verifiedMember } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { listIntroRequests, listSaved } from '#tests/support/state/contacts.ts'
import { listDrafts } from '#tests/support/state/projects.ts'
import { listReports, listTickets } from '#tests/support/state/team.ts'

/** A tenth of the real limits: 20 guests’ introductions per address, 2 per guest, 10 tickets and 10 reports per address. */
const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.1' } })
const { db } = app.world

beforeEach(() => db.delete(rateLimits))

const mutation = (name: string, args: object): Mutation => ({ id: newMutationId(), name, args, madeAt: new Date().toISOString() })
async function push(client: Client, mutations: Mutation[]) {
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations })
  return body.results.map(({ status }) => status)
}
const countOf = (statuses: string[], status: string) => statuses.filter((one) => one === status).length

const introductions = async (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => mutation('intro.request', { vcId: await listInvestor(db, { isVerified: false }) })),
  )

const feedback = () =>
  mutation('feedback.submit', { id: crypto.randomUUID(), category: 'general', message: 'It does not work at all.' })

test('introductions through an outbox use the bucket of the call', async () => {
  const [guest, requests] = [app.visitor(), await introductions(5)]
  const first = await push(guest, requests)
  expect([countOf(first, 'applied'), countOf(first, 'retry')]).toEqual([2, 3])
  const vcId = await listInvestor(db, { isVerified: false })
  expect((await guest.post('/api/vc-request', { vcId, requestType: 'intro' })).status).toBe(429)
})

test('an attacker who becomes a new guest for each introduction is limited by address', async () => {
  await db.delete(vcRequests)
  const requests = await introductions(30)
  const statuses: string[] = []
  for (let at = 0; at < requests.length; at += 2) statuses.push(...(await push(app.visitor(), requests.slice(at, at + 2))))
  expect(countOf(statuses, 'applied')).toBe(20)
  expect(await listIntroRequests(db)).toHaveLength(20)
})

test('an account can request six introductions an hour, through any channel', async () => {
  const ada = await verifiedMember(app)
  const statuses = await push(ada, await introductions(9))
  expect([countOf(statuses, 'applied'), countOf(statuses, 'retry')]).toEqual([6, 3])
})

test('tickets of new guests count by address, through the outbox as through the call', async () => {
  await db.delete(tickets)
  const statuses: string[] = []
  for (let at = 0; at < 14; at += 1) statuses.push(...(await push(app.visitor(), [feedback()])))
  expect(countOf(statuses, 'applied')).toBe(10)
  expect(await listTickets(db)).toHaveLength(10)
})

test('reports of new guests count by address', async () => {
  const projectId = await addProject(db, { isPublished: true })
  const statuses: string[] = []
  for (let at = 0; at < 14; at += 1) {
    statuses.push(
      ...(await push(app.visitor(), [mutation('project.report', { projectId, reason: 'spam', text: 'Listed twice' })])),
    )
  }
  expect(countOf(statuses, 'applied')).toBe(10)
  expect(await listReports(db)).toHaveLength(10)
})

test('an attacker who registers an account with an unproven address for each attempt is limited as guests are', async () => {
  await Promise.all([db.delete(vcRequests), db.delete(tickets), db.delete(projectReports)])
  const projectId = await addProject(db, { isPublished: true })
  const report = () => mutation('project.report', { projectId, reason: 'spam', text: 'Listed twice' })
  const requests = await introductions(24)
  const requested: string[] = []
  const written: string[] = []
  const reported: string[] = []
  for (let at = 0; at < 12; at += 1) {
    // Registrations are limited as well, per hour and address: an attacker has a day for them.
    await db.delete(rateLimits).where(sql`bucket like 'register%'`)
    const invented = await app.member()
    requested.push(...(await push(invented, requests.slice(at * 2, at * 2 + 2))))
    const { status } = await invented.post('/api/submit-request', { category: 'general', message: 'It does not work at all.' })
    written.push(at % 2 ? ((await push(invented, [feedback()]))[0] ?? '') : `${status}`)
    reported.push(...(await push(invented, [report()])))
  }
  expect(countOf(requested, 'applied')).toBe(20)
  expect(await listTickets(db)).toHaveLength(10)
  expect(countOf(reported, 'applied')).toBe(10)
  // They do not limit an account with a proven address.
  const ada = await verifiedMember(app)
  const own = [...(await introductions(1)), feedback(), report()]
  expect(await push(ada, own)).toEqual(['applied', 'applied', 'applied'])
})

test('rows of accounts with unproven addresses count by address', async () => {
  const narrow = await startTestApp({ database: app.database, env: { RATE_LIMIT_SCALE: '0.02' } })
  const statuses: number[] = []
  for (let at = 0; at < 7; at += 1) {
    await db.delete(rateLimits).where(sql`bucket like 'register%'`)
    const invented = await narrow.member()
    const replaces = () => Array.from({ length: 19 }, newMutationId)
    const mutations = Array.from({ length: 10 }, () => ({
      ...mutation('investor.save', { vcId: 'recX', isSaved: true }),
      replaces: replaces(),
    }))
    statuses.push((await invented.post('/api/sync/push', { clientId: newClientId(), mutations })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
})

test('a deferred mutation keeps its id, and is applied once when the limit allows it', async () => {
  await db.delete(vcRequests)
  const [guest, requests] = [app.visitor(), await introductions(3)]
  expect(countOf(await push(guest, requests), 'retry')).toBe(1)
  await db.delete(rateLimits)
  const again = await push(guest, requests)
  expect([countOf(again, 'duplicate'), countOf(again, 'applied')]).toEqual([2, 1])
  expect(await listIntroRequests(db)).toHaveLength(3)
})

const save = (vcId: string) => mutation('investor.save', { vcId, isSaved: true })

test('a guest is limited by mutations per hour, across requests', async () => {
  const guest = app.visitor()
  const send = () =>
    guest.post('/api/sync/push', { clientId: newClientId(), mutations: Array.from({ length: 100 }, (_, at) => save(`rec${at}`)) })
  const answers: number[] = []
  for (let at = 0; at < 12; at += 1) answers.push((await send()).status)
  expect(answers.slice(0, 10)).toEqual(Array(10).fill(200))
  expect(answers.at(-1)).toBe(429)
})

test('a principal saves at most 2,000 investors', async () => {
  const guest = app.visitor()
  await push(guest, [save('recOwn')])
  const [own] = await listSaved(db, { vcId: 'recOwn' })
  await db.execute(sql`
    insert into saved_investors (principal_id, vc_id) select ${own?.principalId}, 'rec_more_' || n from generate_series(1, 1998) n`)
  // One after the other: mutations of one push run in parallel, and may exceed the limit by their number.
  expect(await push(guest, [save('recLast')])).toEqual(['applied'])
  expect(await push(guest, [save('recTooMany')])).toEqual(['refused'])
  expect(await push(guest, [save('recLast')])).toEqual(['applied'])
  await push(guest, [mutation('investor.save', { vcId: 'recOwn', isSaved: false })])
  expect(await push(guest, [save('recAfter')])).toEqual(['applied'])
})

test('a draft keeps a bounded number of versions, and refuses to grow beyond', async () => {
  const ada = await app.member()
  let edits = Array.from({ length: 80 }, (_, at) =>
    mutation('project.saveDraft', { changes: { description: `${at} `.repeat(1600) } }),
  )
  let refused = 0
  // A push applies a few of them: they read and write megabytes.
  while (edits.length > 0) {
    const statuses = await push(ada, edits)
    refused += countOf(statuses, 'refused')
    edits = edits.filter((_, at) => statuses[at] === 'retry')
  }
  expect(refused).toBeGreaterThan(10)
  const [draft] = await listDrafts(db)
  expect(JSON.stringify(draft).length).toBeLessThan(400_000)
})

test('unknown mutations count for nothing, and a stranger with a shared address blocks no other guest', async () => {
  const neighbour = app.visitor()
  await push(neighbour, [])
  const replaces = Array.from({ length: 2 }, newMutationId)
  const unknown = () => Array.from({ length: 100 }, () => ({ ...mutation('no.such-mutation', {}), replaces }))
  for (let at = 0; at < 25; at += 1) await app.visitor().post('/api/sync/push', { clientId: newClientId(), mutations: unknown() })
  expect(await push(neighbour, [feedback()])).toEqual(['applied'])
})

test('the first mutations of a guest do not count against its shared address, and those of a verified account never do', async () => {
  // 1,200 rows per address, 200 per guest plus the first 6.
  const narrow = await startTestApp({ database: app.database, env: { RATE_LIMIT_SCALE: '0.02' } })
  await db.delete(rateLimits)
  const [modest, account] = [narrow.visitor(), await verifiedMember(narrow)]
  await push(modest, [])
  const replaces = () => Array.from({ length: 19 }, newMutationId)
  const save = () => ({ ...mutation('investor.save', { vcId: 'recX', isSaved: true }), replaces: replaces() })
  const fill = (client: Client) =>
    client.post('/api/sync/push', { clientId: newClientId(), mutations: Array.from({ length: 10 }, save) })
  const statuses: number[] = []
  for (let at = 0; at < 7; at += 1) {
    const guest = narrow.visitor()
    await push(guest, [])
    statuses.push((await fill(guest)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  expect(await push(modest, [mutation('investor.save', { vcId: 'recX', isSaved: true })])).toEqual(['applied'])
  expect((await fill(account)).status).toBe(200)
})

test('an attacker with a thousand guests is limited to the rows of an address: the first ones of each guest are counted as well', async () => {
  const narrow = await startTestApp({ database: app.database, env: { RATE_LIMIT_SCALE: '0.02' } })
  await db.delete(rateLimits)
  const limit = createLimit({ db, scale: 0.02, keys: await openKeyring(db) })
  await limit('sync-rows-address', '127.0.0.1', 1200)
  const save = () => mutation('investor.save', { vcId: 'recX', isSaved: true })
  const guestSaves = async () => {
    const guest = narrow.visitor()
    await push(guest, [])
    return (await guest.post('/api/sync/push', { clientId: newClientId(), mutations: [save()] })).status
  }
  expect(await guestSaves()).toBe(200)
  await limit('sync-rows-first-address', '127.0.0.1', 1199)
  expect(await guestSaves()).toBe(429)
  expect(await push(await verifiedMember(narrow), [save()])).toEqual(['applied'])
})
