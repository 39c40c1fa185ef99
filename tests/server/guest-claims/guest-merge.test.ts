import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as schema from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { settleMerge } from '#server/features/accounts/guest-merge/merge-guest.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { moveNotes } from '#server/features/contacts/move-owner.ts'
import { moveSaved } from '#server/features/contacts/queries.ts'
import { lockOrder } from '#server/features/refunds/queries.ts'
import { GUEST_COOKIE } from '#server/http/session.ts'
import { hashToken } from '#server/http/token.ts'
import type { EntryId } from '#shared/contacts/entry.ts'
import type { BookingId, DecisionMakerId, OrderId, PrincipalId, ProjectId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { PersonId } from '#shared/people/contract.ts'
import type { PhotoId } from '#shared/photos/contract.ts'
import type { SearchId } from '#shared/searches/contract.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { spanAt } from '#tests/support/actors/bookings.ts'
import { approveInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { rowsOfPrincipal, tablesOfPrincipals } from '#tests/support/database/tables-that-say.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { listPrincipals } from '#tests/support/state/accounts.ts'
import { listIntroRequests, listNotes, listSaved } from '#tests/support/state/contacts.ts'
import { listJobs } from '#tests/support/state/jobs.ts'

const { app, visitor, member, database } = await startTestApp()
const { db } = database

/** Inserts a paid order: the purchase itself has its own tests. */
async function aPaidOrder(principalId: PrincipalId, targetId: VcId) {
  const id = newId<OrderId>('ord')
  const amount = cents(2500)
  await db.insert(schema.orders).values({
    id,
    principalId,
    kind: 'vc_unlock',
    targetType: 'airtable',
    targetId,
    amount,
    status: 'paid',
    piId: `pi_${id.replaceAll('_', '')}`,
    snapshot: { title: 'Marit Moretti' },
  })
  return { id: newId<string>('row'), principalId, orderId: id, amount, stripePaymentIntentId: 'pi_1' }
}

/** A guest with rows in every table that stores data of principals. */
async function aGuest() {
  const principalId = newId<PrincipalId>('pri')
  const token = newId<string>('token')
  await db.insert(schema.principals).values({ id: principalId, kind: 'guest', tokenHash: hashToken(token) })
  const client = visitor()
  client.cookies.set(GUEST_COOKIE, token)
  return { client, principalId, token }
}

const vcId = 'rec1' as VcId
const note = (principalId: PrincipalId, text: string, contactId = vcId) => ({ principalId, contactId, text })
const request = (principalId: PrincipalId, day = '2026-11-21') => ({
  id: newId<string>('req'),
  principalId,
  vcId,
  vcType: 'airtable' as const,
  requestType: 'unlock' as const,
  amount: cents(2500),
  day,
})

/** Each call has a distinct time: one investor has one at a time. */
let hours = 0
const nextHour = () => {
  hours += 1
  return new Date(hours * 60 * 60 * 1000)
}

async function fillEveryTable(principalId: PrincipalId) {
  const unlock = { ...(await aPaidOrder(principalId, vcId)), vcId, vcType: 'airtable' as const, paymentType: 'unlock' }
  await db.insert(schema.vcUnlocks).values(unlock)
  await db.insert(schema.payments).values(unlock)
  await db.insert(schema.decisionMakerUnlocks).values({ ...unlock, decisionMakerId: 'dm_1' as DecisionMakerId })
  await db.insert(schema.meetingBookings).values({ ...unlock, id: newId<BookingId>('bkg'), ...spanAt(nextHour()) })
  await db.insert(schema.vcRequests).values(request(principalId))
  await db.insert(schema.contactNotes).values(note(principalId, 'Met in the basement hall'))
  await db.insert(schema.contactIntros).values(note(principalId, 'Dear Grace'))
  await db.insert(schema.contactFollowUps).values({ principalId, contactId: vcId, rating: 4 })
  const place = { kind: 'place' as const, subjectId: vcId, field: 'metAt', clientId: 'phone', mark: 'x' }
  await db.insert(schema.textWriters).values({ principalId, ...place })
  await db.insert(schema.savedInvestors).values({ principalId, vcId })
  await db.insert(schema.people).values({ principalId, id: `psn_${crypto.randomUUID()}` as PersonId, name: 'Noa Berg' })
  await db.insert(schema.contactDeals).values({ principalId, contactId: vcId, amount: 25_000_000, nextStep: 'Send the deck' })
  await db.insert(schema.raiseRounds).values({ principalId, name: 'Seed' })
  const entry = { id: `ent_${crypto.randomUUID()}` as EntryId, contactId: vcId, text: 'Wants a pilot', writtenOn: new Date() }
  await db.insert(schema.contactEntries).values({ ...entry, principalId })
  const photo = { contactId: vcId, takenAt: new Date(), width: 1, height: 1, bytes: 1, file: 'photo-1.webp' }
  await db.insert(schema.contactPhotos).values({ ...photo, id: `pho_${crypto.randomUUID()}` as PhotoId, principalId })
  await db.insert(schema.mailTemplates).values(note(principalId, 'Dear {name}'))
  const searchId = `sch_${crypto.randomUUID()}` as SearchId
  await db.insert(schema.savedSearches).values({ principalId, id: searchId, name: 'Seed', filters: 'stage=Seed' })
  const projectId = newId<ProjectId>('prj')
  await db.insert(schema.projects).values({ id: projectId })
  await db.insert(schema.projectReports).values({ id: newId('rep'), projectId, principalId, reason: 'spam' })
  await db.insert(schema.notices).values({ id: newId('ntc'), principalId, kind: 'refund', title: 'Your refund' })
  await db.insert(schema.tickets).values({ id: newId('tkt'), kind: 'support', principalId, message: 'Hello' })
  await db
    .insert(schema.cardFailures)
    .values({ eventId: newId('evt'), orderId: unlock.orderId, principalId, failedAt: new Date() })
  await db.insert(schema.givenRefunds).values({ orderId: unlock.orderId, principalId, givenAt: new Date() })
  const dates = { requestedAt: new Date(), replyDueAt: new Date(), refundDueAt: new Date() }
  const refund = { id: newId<string>('rfd'), orderId: unlock.orderId, principalId, reason: '', ...dates }
  await db.insert(schema.refundRequests).values({ ...refund, status: 'requested', origin: 'buyer' })
  await db.insert(schema.intentOrigins).values({ principalId, addressKey: 'block', seenAt: new Date() })
  await db
    .insert(schema.authTokens)
    .values({ id: newId('tok'), purpose: 'claim', principalId, tokenHash: newId('hash'), expiresAt: new Date() })
}

/** The number of rows of a principal in each table, by the column that every such table has. */
async function countRows(principalId: PrincipalId): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await tablesOfPrincipals(db)) counts[table] = (await rowsOfPrincipal(db, table, principalId)).length
  return counts
}

/**
 * Processed mutations keep the guest’s id and refer to the account through `mergedInto`; votes and drafts require an account from
 * the start.
 */
const STAYS = ['processed_mutations', 'project_votes', 'project_drafts']

const signIn = (client: Client, who: { user: { email: string }; password: string }) =>
  client.post('/api/auth/login', { email: who.user.email, password: who.password })

test('signing in transfers everything the guest had, from every table that stores data of principals', async () => {
  const ada = await member()
  const guest = await aGuest()
  await fillEveryTable(guest.principalId)
  const before = await countRows(guest.principalId)
  const empty = Object.keys(before).filter((table) => before[table] === 0 && !STAYS.includes(table))
  expect(empty, 'a new table needs its place in this test and in the list of owners').toEqual([])

  expect((await signIn(guest.client, ada)).status).toBe(200)
  expect(Object.values(await countRows(guest.principalId)).every((count) => count === 0)).toBe(true)
  expect(await countRows(ada.user.principalId)).toEqual(before)
})

test('registering does the same', async () => {
  const guest = await aGuest()
  await fillEveryTable(guest.principalId)
  const before = await countRows(guest.principalId)
  const registered = await guest.client.post<{ principalId: PrincipalId }>('/api/auth/register', {
    email: 'new@example.com',
    password: 'a-fine-password',
    confirmPassword: 'a-fine-password',
    firstName: 'Noa',
    lastName: 'New',
    userType: 'founder',
  })
  expect(await countRows(registered.body.principalId)).toEqual(before)
})

test('if both have data, nothing is lost', async () => {
  const ada = await member()
  const { principalId } = ada.user
  const guest = await aGuest()
  const other = 'rec2' as VcId
  await db
    .insert(schema.contactNotes)
    .values([
      note(principalId, 'Likes protocols'),
      note(guest.principalId, 'Asks for the deck first'),
      note(principalId, 'The same words', other),
      note(guest.principalId, 'The same words', other),
    ])
  for (const owner of [principalId, guest.principalId]) {
    await db.insert(schema.savedInvestors).values({ principalId: owner, vcId })
    await db.insert(schema.vcRequests).values(request(owner))
  }
  await db.insert(schema.vcRequests).values(request(guest.principalId, '2026-11-20'))

  await signIn(guest.client, ada)
  const notes = await listNotes(db, { principalId })
  expect(Object.fromEntries(notes.map(({ contactId, text }) => [contactId, text]))).toEqual({
    [vcId]: 'Likes protocols\n\nAsks for the deck first',
    [other]: 'The same words',
  })
  expect(await countRows(principalId)).toMatchObject({ saved_investors: 1, vc_requests: 2 })
  expect(await countRows(guest.principalId)).toMatchObject({ saved_investors: 0, vc_requests: 0, contact_notes: 0 })
})

test('a guest’s message to an investor requested by the account on the same day reaches the team', async () => {
  const investor = await approveInvestor(db)
  const [ada, guest] = [await member(), visitor()]
  const askFor = async (client: Client, message: string) => {
    const mutation = {
      id: newMutationId(),
      name: 'intro.request',
      args: { vcId: investor, message },
      madeAt: new Date().toISOString(),
    }
    const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
    expect(body.results).toMatchObject([{ status: 'applied' }])
  }
  await askFor(ada, '')
  await askFor(guest, 'We met in Lisbon')
  expect((await signIn(guest, ada)).status).toBe(200)
  const intros = await listIntroRequests(db, { vcId: investor })
  expect(intros).toMatchObject([{ principalId: ada.user.principalId, message: 'We met in Lisbon', answer: 'new' }])
  const { body } = await guest.post<PrivateDelta>('/api/sync/me', { have: {} })
  expect(body.put.requests).toMatchObject([{ vcId: investor, message: 'We met in Lisbon' }])
})

test('two purchases of one contact stay two purchases', async () => {
  const ada = await member()
  const guest = await aGuest()
  for (const owner of [ada.user.principalId, guest.principalId]) {
    await db
      .insert(schema.vcUnlocks)
      .values({ ...(await aPaidOrder(owner, vcId)), vcId, vcType: 'airtable', paymentType: 'unlock' })
  }
  await signIn(guest.client, ada)
  expect(await countRows(ada.user.principalId)).toMatchObject({ orders: 2, vc_unlocks: 2 })
})

test('a sign-in waits for a concurrent refund request of the guest, and neither of them fails', async () => {
  const { client, principalId } = await aGuest()
  const { orderId } = await aPaidOrder(principalId, vcId)
  const account = await member()
  const signedIn = await db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const signingIn = signIn(client, account)
    await untilWaiting(database, 1)
    await lockCaller(tx, { principalId })
    return { signingIn }
  })
  expect((await signedIn.signingIn).status).toBe(200)
})

test('ten concurrent sign-ins, of two accounts, merge a guest once and into one of them', async () => {
  const people = [await member(), await member()] as const
  const guest = await aGuest()
  await db.insert(schema.contactNotes).values(note(guest.principalId, 'Once'))
  const browsers = Array.from({ length: 10 }, () => {
    const client = visitor()
    client.cookies.set(GUEST_COOKIE, guest.token)
    return client
  })
  const replies = await Promise.all(browsers.map((client, index) => signIn(client, index % 2 ? people[0] : people[1])))
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const notes = await listNotes(db, { text: 'Once' })
  expect(notes).toHaveLength(1)
  const [merged] = await listPrincipals(db, { id: guest.principalId })
  expect(notes[0]?.principalId).toBe(merged?.mergedInto)
  expect(people.map(({ user }) => user.principalId)).toContain(merged?.mergedInto)
})

test('after the merge the guest cookie is deleted, and a copy of it grants no access', async () => {
  const ada = await member()
  const guest = await aGuest()
  await signIn(guest.client, ada)
  expect(guest.client.cookies.has(GUEST_COOKIE)).toBe(false)

  const thief = visitor()
  thief.cookies.set(GUEST_COOKIE, guest.token)
  const seen = await thief.post('/api/sync/me', { have: {} })
  expect(JSON.stringify(seen.body ?? null)).not.toContain(ada.user.email)
  expect(JSON.stringify(seen.body ?? null)).not.toContain(guest.principalId)
})

test('a write for the guest by a concurrent request is found a minute later', async () => {
  const ada = await member()
  const guest = await aGuest()
  await signIn(guest.client, ada)
  const late = note(guest.principalId, 'Written while the other request signed in')
  await db.insert(schema.contactNotes).values(late)

  const [job] = await listJobs(db, { key: guest.principalId })
  expect(job).toMatchObject({ kind: 'accounts.settle-merge', payload: { from: guest.principalId, to: ada.user.principalId } })
  expect(job?.runAt.getTime()).toBeGreaterThan(Date.now() + 30_000)
  await app.jobs['accounts.settle-merge']?.(job?.payload)
  await app.jobs['accounts.settle-merge']?.(job?.payload)
  const notes = await listNotes(db, { principalId: ada.user.principalId })
  expect(notes.map(({ text }) => text)).toEqual([late.text])
})

test('a merge that fails leaves the guest unchanged, with all its data', async () => {
  const ada = await member()
  const guest = await aGuest()
  await db.insert(schema.contactNotes).values(note(guest.principalId, 'Still mine'))
  const payload = { from: guest.principalId, to: ada.user.principalId }
  const failing = settleMerge(db, [moveNotes, () => Promise.reject(new Error('the disk is full'))])
  await expect(failing(payload)).rejects.toThrow('the disk is full')
  expect(await countRows(guest.principalId)).toMatchObject({ contact_notes: 1 })
})

test('the saved investors of guests are transferred up to the limit, and those of the account stay', async () => {
  const [from, to] = [newId<PrincipalId>('pri'), newId<PrincipalId>('pri')]
  const saveMany = (principalId: PrincipalId, name: string, count: number) =>
    db.execute(sql`insert into saved_investors (principal_id, vc_id, created_at)
      select ${principalId}, ${name} || n, now() - make_interval(secs => n) from generate_series(1, ${count}::int) n`)
  await saveMany(to, 'rec_own_', 1990)
  await saveMany(from, 'rec_guest_', 50)
  await saveMany(from, 'rec_own_', 50)
  await moveSaved(db, from, to)
  const saved = (await listSaved(db, { principalId: to })).map(({ vcId: id }) => id)
  expect(saved.filter((id) => id.startsWith('rec_own_'))).toHaveLength(1990)
  const latest = Array.from({ length: 10 }, (_, at) => `rec_guest_${at + 1}`)
  expect(saved.filter((id) => id.startsWith('rec_guest_')).sort()).toEqual(latest.sort())
})
