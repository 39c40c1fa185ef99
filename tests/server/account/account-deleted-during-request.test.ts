import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '#drizzle/schema/index.ts'
import { setReceiptEmail, startAttempt } from '#server/features/orders/queries.ts'
import { DEFAULT_CODES } from '#shared/accounting/accounts.ts'
import { NO_COMPANY } from '#shared/company/contract.ts'
import type { MutationId, PrincipalId } from '#shared/ids.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { account } from '#tests/support/actors/account.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { listInvestor, startPayment } from '#tests/support/actors/money.ts'
import { DRAFT } from '#tests/support/actors/publishing.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { inOrder, untilWaiting } from '#tests/support/in-order.ts'
import { newClientId, save } from '#tests/support/private-lane.ts'
import { picture, upload } from '#tests/support/samples/pictures.ts'
import { listIntroRequests, listSaved } from '#tests/support/state/contacts.ts'
import { listOrders } from '#tests/support/state/orders.ts'
import { listTickets } from '#tests/support/state/team.ts'

const app = await startTestApp()
const { visitor, database } = app
const { db } = database

type Ada = Awaited<ReturnType<typeof account>>

const push = (client: Client, mutations = [save('recS')], more: object = {}) =>
  client.post<PushReply & { code?: string }>('/api/sync/push', { clientId: newClientId(), mutations, ...more })
const deleteAccount = (client: Client) => client.post('/api/auth/delete-account', undefined, { method: 'DELETE' })
const savedOf = async (principalId: PrincipalId) => (await listSaved(db, { principalId })).length

/** Ends every session of an account except that of another browser, which requests it. */
async function signOutElsewhere(ada: Ada) {
  const other = await account(app)
  await db.update(sessions).set({ userId: ada.user.id }).where(eq(sessions.userId, other.user.id))
  return () => other.post('/api/auth/sessions', undefined, { method: 'DELETE' })
}

describe('an admitted mutation is not applied', () => {
  test('after its account was deleted', async () => {
    const ada = await account(app)
    const { principalId } = ada.user
    const [deleted, pushed] = await inOrder(
      database,
      ada.user.id,
      () => deleteAccount(ada),
      () => push(ada, undefined, { principalId }),
    )
    expect(deleted.status).toBe(200)
    expect(pushed).toMatchObject({ status: 401, body: { code: 'accounts.deleted' } })
    expect(await savedOf(principalId)).toBe(0)
  })

  test('after its session was ended elsewhere', async () => {
    const ada = await account(app)
    const [ended, pushed] = await inOrder(database, ada.user.id, await signOutElsewhere(ada), () => push(ada))
    expect(ended.status).toBe(200)
    expect(pushed).toMatchObject({ status: 401, body: { code: 'session-ended' } })
    expect(await savedOf(ada.user.principalId)).toBe(0)
  })

  test('after its browser signed out', async () => {
    const ada = await account(app)
    const held = await openTransaction(database)
    await held.write((sql) => sql`delete from sessions where user_id = ${ada.user.id}`)
    const pushing = push(ada)
    await untilWaiting(database, 1)
    await held.end('commit')
    expect(await pushing).toMatchObject({ status: 401, body: { code: 'session-lost' } })
    expect(await savedOf(ada.user.principalId)).toBe(0)
  })

  test('after its guest signed in', async () => {
    const guest = visitor()
    const principalId = (await push(guest, [])).body.principalId as PrincipalId
    const held = await openTransaction(database)
    await held.lock('principals', principalId)
    await held.write((sql) => sql`update principals set merged_into = 'pri_account' where id = ${principalId}`)
    const pushing = push(guest, undefined, { principalId })
    await untilWaiting(database, 1)
    await held.end('commit')
    expect(await pushing).toMatchObject({ status: 401, body: { code: 'session-lost' } })
    expect(await savedOf(principalId)).toBe(0)
  })
})

test('mutations of one account run in parallel with a change of its names', async () => {
  const ada = await account(app)
  const rename = (firstName: string) => ({
    id: Bun.randomUUIDv7() as MutationId,
    name: 'profile.rename' as const,
    args: { firstName, lastName: 'Member' },
    base: {
      firstName: ['Ada', ...Array.from({ length: 12 }, (_, at) => `Ada ${at}`)].map(fingerprint),
      lastName: [fingerprint('Member')],
    },
    madeAt: new Date().toISOString(),
  })
  const pushes = Array.from({ length: 12 }, (_, at) => push(ada, [rename(`Ada ${at}`), save(`rec${at}`)]))
  const statuses = (await Promise.all(pushes)).flatMap(({ body }) => body.results.map(({ status }) => status))
  // A mutation that Postgres aborts to break a deadlock has to be sent again.
  expect(statuses).not.toContain('retry')
})

type Write = (ada: Client) => Promise<{ status: number; body?: unknown }>
const sendPicture: Write = async (ada) => upload(ada, await picture())
const saveProject: Write = (ada) => ada.post('/api/founder/project', DRAFT)
const apply: Write = (ada) => ada.post('/api/vcs', sampleApplication())
const ask: Write = (ada) => ada.post('/api/submit-request', { message: 'Help me' })
const vcId = await listInvestor(db)
const pay: Write = (ada) => startPayment(ada, vcId, { email: 'typed@example.com' })
const requestIntro: Write = (ada) =>
  ada.post('/api/vc-request', { vcId, vcType: 'airtable', requestType: 'intro', message: 'Hello' })

describe('an admitted write is not applied', () => {
  test.each<[string, Write]>([
    ['a picture', sendPicture],
    ['a project', saveProject],
    ['an application', apply],
    ['a payment', pay],
    ['a message to the team', ask],
    ['a request for an introduction', requestIntro],
  ])('after its account was deleted: %s', async (_, write) => {
    const ada = await account(app)
    const [deleted, written] = await inOrder(
      database,
      ada.user.id,
      () => deleteAccount(ada),
      () => write(ada),
    )
    expect([deleted.status, written.status]).toEqual([200, 401])
    const { principalId } = ada.user
    const left = [listOrders, listTickets, listIntroRequests].map((list) => list(db, { principalId }))
    expect(await Promise.all(left)).toEqual([[], [], []])
  })

  test.each<[string, Write]>([
    ['a picture', sendPicture],
    ['a project', saveProject],
    ['an application', apply],
    ['a message to the team', ask],
    ['a request for an introduction', requestIntro],
  ])('after its session was ended elsewhere: %s', async (_, write) => {
    const ada = await account(app)
    const [ended, written] = await inOrder(database, ada.user.id, await signOutElsewhere(ada), () => write(ada))
    expect([ended.status, written.status]).toEqual([200, 401])
    expect(written.body).toMatchObject({ code: 'session-ended' })
  })
})

describe('an admitted request is not carried out', () => {
  type Call = [what: string, method: string, path: string, body?: object]
  const id = (kind: string) => `${kind}_${'0'.repeat(32)}`
  const decisions: Call[] = [
    ['an application', 'PATCH', `/api/admin/vcs/${id('vc')}/verify`, { isVerified: true }],
    ['a revocation', 'POST', `/api/admin/vcs/${id('vc')}/lift-revocation`, {}],
    ['a project', 'PATCH', `/api/admin/projects/${id('prj')}`, { status: 'verified' }],
    ['an introduction', 'PATCH', `/api/admin/intros/${id('req')}`, { answer: 'declined' }],
    ['an import', 'PATCH', `/api/admin/imports/${id('imp')}`, { status: 'confirmed' }],
    ['a price', 'PATCH', `/api/admin/prices/${id('rec')}`, { price: 100 }],
    ['prices', 'POST', '/api/admin/prices/confirm', { prices: [{ id: id('rec'), version: 0 }] }],
    ['an undo', 'POST', `/api/admin/audit/${id('aud')}/undo`],
    ['a ticket', 'POST', `/api/admin/tickets/${id('tkt')}/reply`, { text: 'Dear founder', close: false }],
    ['a transfer of a profile', 'PATCH', `/api/admin/profile-requests/${id('prq')}`, { decision: 'approve' }],
    ['a refund', 'POST', `/api/admin/refunds/${id('rfd')}/approve`, {}],
    ['a refund without a request', 'POST', '/api/admin/refunds', { orderId: id('ord') }],
    ['a refusal of a refund', 'POST', `/api/admin/refunds/${id('rfd')}/reject`, { reason: 'It was used.' }],
    ['a fraud warning', 'POST', `/api/admin/warnings/${id('iss')}/leave-alone`],
    ['a batch of payouts', 'POST', '/api/admin/payouts'],
    ['a payout', 'POST', `/api/admin/payouts/${id('pay')}/pay`, { reference: 'BANK' }],
    ['a withdrawn payout', 'POST', `/api/admin/payouts/${id('pay')}/withdraw`],
    ['payout details shown', 'POST', `/api/admin/payouts/${id('pay')}/lines/${id('pol')}/details`],
    ['a reminder of payout details', 'POST', '/api/admin/payouts/remind', { account: `investor_payable:${id('vc')}` }],
    ['a member of the team', 'POST', '/api/admin/team', { email: 'other@example.com', roles: ['support'] }],
    ['roles', 'PATCH', `/api/admin/team/${id('usr')}`, { roles: ['support'], seen: [] }],
    ['codes of accounts', 'PATCH', '/api/admin/accounting/codes', { codes: DEFAULT_CODES, version: 0 }],
    ['the ledger of a month', 'GET', '/api/admin/accounting.csv?month=2026-01'],
    ['a block', 'POST', '/api/admin/blocks', { kind: 'domain', value: 'spam.example', reason: 'Spam.', days: null }],
    ['a blocked card', 'POST', `/api/admin/orders/${id('ord')}/block-card`, { reason: 'Fraud.', days: 30 }],
    ['an ended block', 'POST', `/api/admin/blocks/${id('blk')}/end`, { reason: 'By mistake.' }],
    ['the company', 'PATCH', '/api/admin/company', { ...NO_COMPANY, version: 0 }],
    ['a switch', 'PATCH', '/api/admin/switches/newsletter', { isOff: true, reason: 'Spam.' }],
    ['an export of the audit log', 'POST', '/api/admin/audit/export', {}],
    ['a view of a customer', 'POST', `/api/admin/customers/${id('prn')}`],
    ['a ban', 'POST', `/api/admin/customers/${id('prn')}/ban`, { reason: 'Spam.' }],
    ['a contact given', 'POST', `/api/admin/customers/${id('prn')}/grants`, { vcId: id('vc'), reason: 'It failed.', version: 0 }],
    [
      'a contact taken back',
      'POST',
      `/api/admin/customers/${id('prn')}/grants/${id('unl')}/revoke`,
      { reason: 'Fraud.', version: 0 },
    ],
    [
      'an edit of a listing',
      'PATCH',
      `/api/admin/listings/${id('vc')}`,
      { change: { bio: 'A bio' }, reason: 'Spam.', version: 0 },
    ],
    [
      'contact details of a listing',
      'PATCH',
      `/api/admin/listings/${id('vc')}/contact`,
      { change: { email: 'other@example.com' }, reason: 'By telephone.', version: 0 },
    ],
    ['a pause of a listing', 'POST', `/api/admin/listings/${id('vc')}/pause`, { until: null, reason: 'Asked.', version: 0 }],
    [
      'a new record',
      'POST',
      '/api/admin/records',
      { facts: { name: 'Ida Late' }, contact: {}, reason: 'Asked.', isAnother: false },
    ],
    [
      'an edit of a record',
      'PATCH',
      `/api/admin/records/${id('rec')}`,
      { change: { bio: 'A bio' }, reason: 'Asked.', version: 0 },
    ],
    [
      'contact details of a record',
      'PATCH',
      `/api/admin/records/${id('rec')}/contact`,
      { change: { email: 'other@example.com' }, reason: 'Asked.', version: 0 },
    ],
    ['the source of a record', 'POST', `/api/admin/records/${id('rec')}/source`, { reason: 'Asked.', version: 0 }],
    ['an unlisted record', 'POST', `/api/admin/records/${id('rec')}/listed`, { isListed: false, reason: 'Asked.', version: 0 }],
    [
      'a merge of records',
      'POST',
      `/api/admin/records/${id('rec')}/merge`,
      { into: 'rec_other', reason: 'Twice.', version: 0, intoVersion: 0 },
    ],
    [
      'an import of Cold Scout',
      'POST',
      '/api/admin/cold-scout/import',
      { rows: [{ line: 1, fund: 'Quiet Capital' }], version: 0 },
    ],
    ['the end of a ban', 'POST', `/api/admin/customers/${id('prn')}/unban`, { reason: 'A mistake.' }],
    ['an account recovery', 'POST', '/api/admin/accounts/recover', { email: 'other@example.com', reason: 'By telephone.' }],
  ]
  const actions: Call[] = [
    ['a call cancelled', 'POST', `/api/bookings/${id('bkg')}/cancel`],
    ['a call declined', 'POST', `/api/bookings/${id('bkg')}/decline`],
    ['a report of a missed call', 'POST', `/api/bookings/${id('bkg')}/no-show`],
    ['a contact shown', 'POST', `/api/bookings/${id('bkg')}/show-contact`],
    ['a report contested', 'POST', `/api/bookings/${id('bkg')}/contest`, { reason: 'I was there.' }],
    ['a vote', 'POST', `/api/projects/${id('prj')}/vote`],
  ]

  async function afterSignOut(ada: Ada, [, method, path, body]: Call) {
    const write = () => ada.post<{ code?: string }>(path, body, { method })
    const [ended, written] = await inOrder(database, ada.user.id, await signOutElsewhere(ada), write)
    expect(ended.status).toBe(200)
    expect(written).toMatchObject({ status: 401, body: { code: 'session-ended' } })
  }
  let admin: Ada
  beforeAll(async () => {
    await account(app, { email: 'other@example.com' })
    admin = await account(app, { isAdmin: true })
  })

  test.each(decisions)('after the session of its admin was ended elsewhere: %s', async (...call) => {
    const { user } = admin
    const ada = await account(app)
    await db.update(sessions).set({ userId: user.id }).where(eq(sessions.userId, ada.user.id))
    await afterSignOut({ ...ada, user }, call)
  })

  test.each(actions)('after the session of its founder was ended elsewhere: %s', async (...call) => {
    await afterSignOut(await account(app), call)
  })

  test('after the session of its buyer was ended elsewhere: a refund request', async () => {
    const ada = await account(app)
    await pay(ada)
    const [order] = await listOrders(db, { principalId: ada.user.principalId })
    await afterSignOut(ada, ['a refund', 'POST', '/api/refunds', { orderId: order?.id, reason: 'No answer comes.' }])
  })
})

test('an open order of a deleted account does not get its address back from a request that read it earlier', async () => {
  const ada = await account(app)
  expect((await pay(ada)).status).toBe(200)
  const before = await listOrders(db, { principalId: ada.user.principalId })
  expect((await deleteAccount(ada)).status).toBe(200)
  for (const order of before) {
    await setReceiptEmail(db, order.id, 'typed@example.com')
    expect(await startAttempt(db, order, order)).toBeUndefined()
  }
  const [after] = await listOrders(db, { principalId: ada.user.principalId })
  expect(after?.snapshot.receiptKey).toEqual(expect.any(String))
})
