import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  auditLog,
  directoryInvestors,
  importQuarantine,
  meetingBookings,
  profileRequests,
  suppressions,
  vcs,
} from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import type { VcId } from '#shared/ids.ts'
import type { AdminProfileRequest, MailedRequest, ProfileAsked, RequestOutcome } from '#shared/profile-requests/contract.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { held } from '#tests/support/actors/listings.ts'
import {
  CARDS,
  confirmUnlock,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  startPayment,
} from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { enterCall } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { mailsTo, mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'

const app = await startTestApp()
const { db } = app.database
let people = 0

async function listed(about: Parameters<typeof listInvestor>[1] = {}) {
  people += 1
  const email = `listed-${people}@harbour.example`
  return { id: await listInvestor(db, { email, name: `Grace ${people}`, telegram: `@grace_${people}`, ...about }), email }
}

const ask = (client: Client, id: string, kind: 'claim' | 'remove', body: unknown = {}) =>
  client.post<ProfileAsked & { code?: string }>(`/api/listings/${id}/${kind}`, body)
const look = (token: string, on = app) => on.visitor().post<MailedRequest>('/api/profile-requests/look', { token })
const confirm = (client: Client, token: string) =>
  client.post<RequestOutcome & { code?: string }>('/api/profile-requests/confirm', { token })
const isShown = async (id: string) => (await db.$count(directoryInvestors, eq(directoryInvestors.id, id as VcId))) > 0
const tokenFor = async (email: string, subject: RegExp) => tokenIn(await mailTo(app, email, subject))

async function admin() {
  const person = await app.member()
  await grantAdmin(app, person)
  const queue = async () => (await person.get<AdminProfileRequest[]>('/api/admin/profile-requests')).body
  const decide = (id: string, decision: string) =>
    person.post<{ code?: string }>(`/api/admin/profile-requests/${id}`, { decision }, { method: 'PATCH' })
  return { ...person, queue, decide }
}

describe('a profile that was listed without a request', () => {
  test('is removed by the owner of the mailbox in the record: from the listing and from buyers, permanently', async () => {
    const { id, email } = await listed()
    const buyer = await app.member()
    const { body } = await startPayment(buyer, id)
    await payWithCard(app, body.clientSecret, CARDS.good)
    await confirmUnlock(buyer, body.clientSecret, id)
    expect((await held(buyer)).contacts).toHaveLength(1)

    const reply = await ask(app.visitor(), id, 'remove')
    expect(reply).toMatchObject({ status: 200, body: { success: true, next: 'mail' } })
    expect(JSON.stringify(reply.body)).not.toContain(email)
    expect(await isShown(id)).toBe(true)

    const token = await tokenFor(email, /Remove your profile/)
    expect((await look(token)).body).toEqual({ kind: 'remove', name: expect.stringContaining('Grace') })
    expect(await isShown(id)).toBe(true)
    expect((await confirm(app.visitor(), token)).body).toEqual({ outcome: 'removed' })
    expect(await isShown(id)).toBe(false)
    expect((await held(buyer)).contacts).toBeUndefined()
    expect((await held(buyer)).orders).toHaveLength(1)
    await expect
      .poll(async () => (await orderOfIntent(db, intentOf(body.clientSecret))).status, { timeout: 10_000 })
      .toBe('refunded')
    await mailTo(app, email, /is removed/)

    // Once, and nothing about the person remains.
    expect((await confirm(app.visitor(), token)).body.code).toBe('accounts.link-invalid')
    const traces = JSON.stringify([
      await db.select().from(suppressions),
      await db.select().from(profileRequests),
      await db.select().from(auditLog),
    ])
    expect(traces).not.toContain(email)
    expect(traces).toContain('"action":"removed"')
  })

  test('is removed from calls as well, past ones included, on the server and on devices', async () => {
    const { id, email } = await listed({ name: 'Ida Removed' })
    const founder = await app.member()
    const about = {
      vcName: 'Ida Removed',
      vcEmail: email,
      meetingLink: 'https://cal.example.com/ida',
      meetingTitle: 'Call with Ida Removed',
    }
    for (const days of [-20, -40]) {
      const status = days === -20 ? 'confirmed' : 'cancelled'
      await enterCall(app, founder, id, new Date(Date.now() + days * 86_400_000), { ...about, status })
    }
    const named = /Ida|listed-|cal\.example\.com/
    expect(JSON.stringify((await held(founder)).bookings)).toMatch(named)
    await ask(app.visitor(), id, 'remove')
    await confirm(app.visitor(), await tokenFor(email, /Remove your profile/))
    const left = (await held(founder)).bookings
    expect(left).toHaveLength(2)
    expect(JSON.stringify([left, await db.select().from(meetingBookings)])).not.toMatch(named)
  })

  test('is restored by no import, with its own id or another', async () => {
    const { id, email } = await listed({ name: 'Ada Imported' })
    await ask(app.visitor(), id, 'remove')
    await confirm(app.visitor(), await tokenFor(email, /Remove your profile/))
    const record = (recordId: string, about: object) => ({ id: recordId, fields: { name: 'Ada Imported', email, ...about } })
    const others = Array.from({ length: 4 }, (_, at) =>
      record(`recOther${at}`, { name: `Other ${at}`, email: `other${at}@x.example` }),
    )
    const records = [record(id, {}), record('recAnew', {}), record('recColleague', { name: 'Bo Colleague' }), ...others]
    const outcome = await importListing({ db }, { source: 'file', records, confirm: true })
    expect(outcome).toMatchObject({ received: 7, added: 5, suppressed: 2, quarantined: 0 })
    expect([await isShown(id), await isShown('recAnew'), await isShown('recColleague')]).toEqual([false, false, true])
  })

  test('leaves nothing in the quarantine of an import, with its own id or another, and no import adds it there again', async () => {
    const { id, email } = await listed({ name: 'Twin Person' })
    const record = (recordId: string, about: object) => ({ id: recordId, fields: { name: 'Twin Person', email, ...about } })
    const twins = [record(id, { bio: 'early twin' }), record(id, { bio: 'late twin' }), { id, fields: { email } }]
    const other = [record('recTwinB', { bio: 'early other' }), record('recTwinB', {}), { id: 'recNameless', fields: {} }]
    const bring = () => importListing({ db }, { source: 'file', records: [...twins, ...other], confirm: true })
    const kept = async () => (await db.select().from(importQuarantine)).map(({ raw }) => JSON.stringify(raw)).join()
    await bring()
    expect(await kept()).toContain('early twin')
    await ask(app.visitor(), id, 'remove')
    await confirm(app.visitor(), await tokenFor(email, /Remove your profile/))
    expect(await kept()).not.toContain(email)
    expect(await bring()).toMatchObject({ received: 6, suppressed: 5, quarantined: 1 })
    expect(await kept()).not.toContain(email)
    expect(await kept()).toContain('recNameless')
  })

  test('is claimed by an account, reviewed, and then replaces the listed one', async () => {
    const { id, email } = await listed({ price: null })
    await ask(app.visitor(), id, 'claim')
    const token = await tokenFor(email, /Take over your profile/)
    // A link opened without an account requires one first, and still works then.
    expect((await confirm(app.visitor(), token)).body).toEqual({ outcome: 'sign-in' })
    const owner = await app.member({ userType: 'vc' })
    expect((await confirm(owner, token)).body).toEqual({ outcome: 'claimed' })
    const [profile] = await db.select().from(vcs).where(eq(vcs.userId, owner.user.id))
    expect(profile).toMatchObject({ replacesId: id, email, isVerified: false, reviewStatus: 'pending', contactType: 'telegram' })
    expect((await held(owner)).ownListings).toMatchObject([{ id: profile?.id, reviewStatus: 'pending' }])
    const standing = () => db.$count(directoryInvestors, eq(directoryInvestors.id, id))
    const row = async () => (await db.select().from(directoryInvestors).where(eq(directoryInvestors.id, id)))[0]
    expect((await row())?.unlistedAt).toBeNull()

    await db.update(vcs).set({ isVerified: true, reviewStatus: 'approved' }).where(eq(vcs.replacesId, id))
    expect((await row())?.unlistedAt).toBeInstanceOf(Date)
    expect(await standing()).toBe(1)
    await importListing({ db }, { source: 'file', records: [{ id, fields: { name: 'Grace again', email } }], confirm: true })
    expect((await row())?.unlistedAt).toBeInstanceOf(Date)
  })
})

describe('if the record has no address', () => {
  test('the team decides, and an address for the answer is required', async () => {
    const { id } = await listed({ email: null })
    const boss = await admin()
    expect((await ask(app.visitor(), id, 'remove')).body).toEqual({ success: false, next: 'address' })
    const request = { email: 'grace@home.example', message: 'This is me.' }
    for (const _ of [1, 2])
      expect((await ask(app.visitor(), id, 'remove', request)).body).toEqual({ success: true, next: 'team' })
    expect(await isShown(id)).toBe(true)

    const waiting = (await boss.queue()).filter(({ vcId }) => vcId === id)
    expect(waiting).toMatchObject([{ kind: 'remove', status: 'open', ...request }])
    const [entry] = waiting
    expect((await boss.decide(entry?.id ?? '', 'approve')).status).toBe(200)
    expect(await isShown(id)).toBe(false)
    await mailTo(app, request.email, /is removed/)
    expect((await boss.decide(entry?.id ?? '', 'approve')).body.code).toBe('review.moved-on')
    expect((await boss.queue()).find(({ vcId }) => vcId === id)).toMatchObject({
      status: 'done',
      email: null,
      message: null,
      name: null,
    })
  })

  test('an approved claim gets the link; a declined one an answer', async () => {
    const boss = await admin()
    const [believed, not] = [await listed({ email: null }), await listed({ email: null })]
    await ask(app.visitor(), believed.id, 'claim', { email: 'yes@home.example' })
    await ask(app.visitor(), not.id, 'claim', { email: 'no@home.example' })
    for (const { id, vcId } of await boss.queue()) {
      if (vcId === believed.id) await boss.decide(id, 'approve')
      if (vcId === not.id) await boss.decide(id, 'decline')
    }
    const owner = await app.member({ userType: 'angel' })
    expect((await confirm(owner, await tokenFor('yes@home.example', /Take over/))).body).toEqual({ outcome: 'claimed' })
    await mailTo(app, 'no@home.example', /About the profile/)
    expect(await isShown(not.id)).toBe(true)
  })

  test('the oldest request stays at the top of the queue, with any number of later ones', async () => {
    const { id } = await listed({ email: null })
    const boss = await admin()
    const request = { vcId: id as VcId, kind: 'remove', status: 'open' } as const
    const email = (at: number) => `invented-${at}@example.com`
    const later = Array.from({ length: 600 }, (_, at) => ({ ...request, id: newId<string>('prq'), email: email(at) }))
    await db
      .insert(profileRequests)
      .values([{ ...request, id: 'prq_oldest', email: 'grace@home.example', createdAt: new Date(0) }])
    await db.insert(profileRequests).values(later)
    expect((await boss.queue())[0]).toMatchObject({ id: 'prq_oldest', status: 'open' })
    await db.delete(profileRequests).where(eq(profileRequests.vcId, id as VcId))
  })

  test('one client address makes three requests of a kind an hour about a record, and does not block other addresses', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' } })
    const [id, other] = [
      await listInvestor(limited.database.db, { email: null }),
      await listInvestor(limited.database.db, { email: null }),
    ]
    const from = (address: string, at: number, record = id, kind: 'claim' | 'remove' = 'claim') =>
      limited
        .visitor()
        .post<ProfileAsked>(
          `/api/listings/${record}/${kind}`,
          { email: `invented-${at}@example.com` },
          { headers: { 'x-forwarded-for': address } },
        )
    const statuses: number[] = []
    for (let at = 0; at < 4; at += 1) statuses.push((await from('6.6.6.6', at)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    // A pending request is not refused, nor is one of the other kind, or about another record.
    expect((await from('6.6.6.6', 0)).body).toEqual({ success: true, next: 'team' })
    expect((await from('6.6.6.6', 11, id, 'remove')).status).toBe(200)
    expect((await from('6.6.6.6', 12, other)).status).toBe(200)
    for (let block = 0; block < 10; block += 1) await from(`7.7.7.${block}`, 20 + block)
    expect((await from('10.0.0.1', 40)).body).toEqual({ success: true, next: 'team' })
  })

  test('only an admin sees or decides', async () => {
    for (const person of [app.visitor(), await app.member()]) {
      expect([401, 403]).toContain((await person.get('/api/admin/profile-requests')).status)
      const { status } = await person.post('/api/admin/profile-requests/prq_1', { decision: 'approve' }, { method: 'PATCH' })
      expect([401, 403]).toContain(status)
    }
  })
})

describe('refused requests', () => {
  test.each([
    ['an unknown profile', async () => 'recUnknown', 404, 'not-found'],
    ['an invalid id', async () => '%3Cscript%3E', 422, 'invalid'],
  ])('%s', async (_, id, status, code) => {
    for (const kind of ['claim', 'remove'] as const) {
      expect(await ask(app.visitor(), await id(), kind)).toMatchObject({ status, body: { code } })
    }
  })

  test('the profile of an account', async () => {
    const id = 'vc_owned' as VcId
    await db.insert(vcs).values({ id, fundName: 'Own', partnerName: 'Own', isVerified: true })
    expect(await ask(app.visitor(), id, 'remove')).toMatchObject({ status: 409, body: { code: 'profiles.has-owner' } })
  })

  test('a link that is guessed, truncated or expired', async () => {
    const { id, email } = await listed()
    await ask(app.visitor(), id, 'remove')
    const token = await tokenFor(email, /Remove/)
    expect((await confirm(app.visitor(), 'x'.repeat(43))).body.code).toBe('accounts.link-invalid')
    expect((await confirm(app.visitor(), 'short')).status).toBe(422)
    await db
      .update(profileRequests)
      .set({ expiresAt: new Date(0) })
      .where(eq(profileRequests.vcId, id))
    expect((await confirm(app.visitor(), token)).body.code).toBe('accounts.link-invalid')
    expect((await look(token)).status).toBe(409)
    expect(await isShown(id)).toBe(true)
  })

  test('a mailbox is not flooded, and a repeated request gets the same answer', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
    const id = await listInvestor(strict.world.db, { email: 'flooded@harbour.example' })
    for (const _ of Array.from({ length: 6 })) {
      expect((await ask(strict.visitor(), id, 'remove')).body).toEqual({ success: true, next: 'mail' })
    }
    await mailTo(strict, 'flooded@harbour.example', /Remove/)
    expect((await mailsTo(strict, 'flooded@harbour.example', /Remove/)).length).toBe(1)
    // A mail that a stranger requested works for the owner of the mailbox. After ten minutes another one is sent.
    await strict.database.sql`update rate_buckets set window_start = now() - interval '10 minutes' where bucket = 'profile-mail'`
    await ask(strict.visitor(), id, 'remove')
    await expect
      .poll(async () => (await mailsTo(strict, 'flooded@harbour.example', /Remove/)).length, { timeout: 10_000 })
      .toBe(2)
    const [first] = await mailsTo(strict, 'flooded@harbour.example', /Remove/)
    expect((await look(tokenIn(first as never), strict)).status).toBe(200)
  })

  test('claims of strangers do not block the mail for a removal', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
    const id = await listInvestor(strict.world.db, { email: 'withheld@harbour.example' })
    for (const _ of Array.from({ length: 6 })) await ask(strict.visitor(), id, 'claim')
    await ask(strict.visitor(), id, 'remove')
    await mailTo(strict, 'withheld@harbour.example', /Remove/)
  })
})
