import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { textWriters, vcs } from '#drizzle/schema/index.ts'
import { deleteProfiles } from '#server/features/admin/profiles/profile-queries.ts'
import { eraseProfiles } from '#server/features/admin/profiles/profiles.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import { CARDS, confirmUnlock, intentOf, orderOfIntent, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { findListing } from '#tests/support/state/investors.ts'
import { storedText } from '#tests/support/state/rows.ts'

const app = await startTestApp()
const { db } = app.database

const patch = (client: Client, id: VcId, body: unknown) =>
  client.post<Record<string, unknown> & { code?: string; message?: string }>(`/api/vcs/${id}`, body, { method: 'PATCH' })
const rowOf = (id: VcId) => findListing(db, id)
const isPublic = async (id: VcId) => JSON.stringify((await app.visitor().get('/api/vcs')).body).includes(id)

describe('an owner changes their listing', () => {
  test('texts, price and limit are effective immediately; another contact is reviewed first', async () => {
    const investor = await startInvestor(app)
    const buyer = await app.member()
    const { body } = await startPayment(buyer, investor.listing)
    await payWithCard(app, body.clientSecret, CARDS.good)
    await confirmUnlock(buyer, body.clientSecret, investor.listing)

    const change = {
      bio: 'Another life',
      price: 12_345,
      weeklyIntroLimit: 9,
      contactType: 'telegram',
      telegramUrl: '@alan_new',
      meetingLink: 'https://calendly.com/alan/new',
    }
    const reply = await patch(investor, investor.listing, change)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      bio: 'Another life',
      price: 12_345,
      isVerified: false,
      meetingUrl: 'https://calendly.com/alan/new',
    })
    expect(await rowOf(investor.listing)).toMatchObject({
      contactHandle: 'https://t.me/alan_new',
      meetingUrl: 'https://calendly.com/alan/new',
      calendlyLink: 'https://calendly.com/alan/new',
      reviewStatus: 'pending',
    })
    expect((await held(buyer)).contacts).toMatchObject([
      { contactType: 'telegram', telegram: '@alan_new', contactHandle: '@alan_new' },
    ])
    expect(await isPublic(investor.listing)).toBe(false)
    const log = await auditEntriesOf(db, investor.listing)
    expect(log.map(({ action }) => action).sort()).toEqual(['repriced', 'sent back'])
  })

  test('a text leaves the badge, and a price far above the approved one does not', async () => {
    const investor = await startInvestor(app, { price: cents(5000) })
    expect((await patch(investor, investor.listing, { bio: 'Another life', price: 20_000 })).body).toMatchObject({
      isVerified: true,
    })
    // Fivefold in two steps is fivefold.
    expect((await patch(investor, investor.listing, { price: 30_000 })).body).toMatchObject({ isVerified: false })
    expect(await rowOf(investor.listing)).toMatchObject({ reviewStatus: 'pending', approvedPrice: 5000 })
  })

  test('another name unlists it until it is reviewed again, and this is audited', async () => {
    const investor = await startInvestor(app)
    await patch(investor, investor.listing, { partnerName: 'Somebody else' })
    expect(await rowOf(investor.listing)).toMatchObject({
      partnerName: 'Somebody else',
      isVerified: false,
      reviewStatus: 'pending',
    })
    expect(await isPublic(investor.listing)).toBe(false)
    const log = await auditEntriesOf(db, investor.listing)
    expect(log).toMatchObject([{ action: 'renamed', before: { isVerified: true }, after: { reviewStatus: 'pending' } }])
  })

  test('an open order keeps its price', async () => {
    const investor = await startInvestor(app, { price: cents(5000) })
    const buyer = await app.member()
    const { body } = await startPayment(buyer, investor.listing)
    await patch(investor, investor.listing, { price: 9000 })
    expect(await orderOfIntent(db, intentOf(body.clientSecret))).toMatchObject({ amount: 5000, status: 'pending' })
    await payWithCard(app, body.clientSecret, CARDS.good)
    expect((await confirmUnlock(buyer, body.clientSecret, investor.listing)).status).toBe(200)
    expect((await held(buyer)).orders).toMatchObject([{ amount: 5000, status: 'paid' }])
    // Later buyers pay the current price.
    expect((await startPayment(await app.member(), investor.listing)).body.amount).toBe(9000)
  })
})

describe('an owner cannot', () => {
  test('write a server-owned column', async () => {
    const investor = await startInvestor(app, { isVerified: false, reviewStatus: 'rejected', reviewReason: 'No' }, false)
    const before = await rowOf(investor.listing)
    const everything = Object.fromEntries(Object.keys(vcs).map((column) => [column, 'usr_chosen']))
    const owned = {
      id: 'vc_other',
      userId: 'usr_1',
      isVerified: true,
      isActive: false,
      reviewStatus: 'approved',
      reviewReason: '',
      createdAt: '2001-01-01',
      submittedAt: '2001-01-01',
      contactHandle: 'x',
      calendlyToken: 'x',
    }
    const valid = {
      price: 700,
      timeZone: 'Europe/Berlin',
      stage: ['Seed'],
      sectors: ['Data'],
      email: 'a@b.example',
      contactType: 'meeting',
      donateToCharity: false,
      isVentureCapital: true,
      isAngel: false,
      isWebsitePublic: false,
      weeklyIntroLimit: 3,
    }
    const links = {
      callLink: null,
      meetingLink: 'https://cal.example.com/alan',
      telegramUrl: null,
      linkedinUrl: null,
      twitterUrl: null,
      websiteUrl: null,
      logoUrl: null,
    }
    expect((await patch(investor, investor.listing, { ...everything, ...valid, ...links, ...owned })).status).toBe(200)
    const { userId, isVerified, isActive, reviewStatus, reviewReason, createdAt, submittedAt, contactHandle, id } = before ?? {}
    expect(await rowOf(investor.listing)).toMatchObject({
      id,
      userId,
      isVerified,
      isActive,
      reviewStatus,
      reviewReason,
      createdAt,
      submittedAt,
      price: 700,
    })
    expect((await rowOf(investor.listing))?.contactHandle).not.toBe('x')
    expect(contactHandle).toBeNull()
  })

  test('change the listing of another account, or any without an account', async () => {
    const [investor, other] = [await startInvestor(app), await startInvestor(app)]
    expect(await patch(other, investor.listing, { bio: 'Mine now' })).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect((await patch(other, 'vc_unknown' as VcId, { bio: 'x' })).status).toBe(404)
    expect((await patch(app.visitor(), investor.listing, { bio: 'x' })).status).toBe(401)
    expect((await rowOf(investor.listing))?.bio).toBeNull()
  })

  const careful = startInvestor(app)
  test.each([
    [{ price: -1 }, 422],
    [{ price: 1.5 }, 422],
    [{ price: '12' }, 422],
    [{ weeklyIntroLimit: 0 }, 422],
    [{ stage: [] }, 422],
    [{ sectors: ['Nonsense'] }, 422],
    [{ partnerName: ' ' }, 422],
    [{ websiteUrl: 'javascript:alert(1)' }, 422],
    [{ logoUrl: 'data:image/png;base64,x' }, 422],
    [{ meetingLink: null }, 422],
    [{ contactType: 'telegram' }, 422],
    ['nonsense', 422],
  ])('send %j', async (body, status) => {
    const investor = await careful
    const before = await rowOf(investor.listing)
    const reply = await patch(investor, investor.listing, body)
    expect(reply.status).toBe(status)
    expect(reply.body.message).toBeTruthy()
    expect(await rowOf(investor.listing)).toEqual(before)
  })
})

test.each([
  ['no way to be reached', 'owners.no-contact', { meetingLink: null }],
  ['no portfolio', 'owners.no-portfolio', { portfolioPerformance: '' }],
])('an edit that leaves %s is refused as %s, online and offline', async (_, code, change) => {
  const investor = await startInvestor(app, { isVentureCapital: true, portfolioPerformance: '3× net.' })
  const before = await rowOf(investor.listing)
  expect(await patch(investor, investor.listing, { bio: 'After', ...change })).toMatchObject({ status: 422, body: { code } })
  const args = { vcId: investor.listing, change: { bio: 'After', ...change } }
  const base = { bio: null, meetingLink: before?.meetingLink, portfolioPerformance: before?.portfolioPerformance }
  const mutation = { id: newMutationId(), name: 'listing.edit', args, base, madeAt: new Date().toISOString() }
  const { body } = await investor.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  expect(body.results).toMatchObject([{ status: 'refused', code }])
  expect(await rowOf(investor.listing)).toEqual(before)
})

test('an offline edit is applied once, and one of a stranger is refused', async () => {
  const investor = await startInvestor(app)
  const push = async (client: Client, id = newMutationId()) => {
    const mutation = {
      id,
      name: 'listing.edit',
      args: { vcId: investor.listing, change: { bio: 'From a train' } },
      madeAt: new Date().toISOString(),
    }
    const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
    return body.results[0]
  }
  const id = newMutationId()
  expect((await push(investor, id))?.status).toBe('applied')
  expect((await push(investor, id))?.status).toBe('duplicate')
  expect((await held(investor)).ownListings).toMatchObject([{ bio: 'From a train' }])
  expect(await push(await startInvestor(app))).toMatchObject({ status: 'refused', code: 'not-found' })
  expect(await push(app.visitor())).toMatchObject({ status: 'refused', code: 'not-found' })
})

describe('an edit of a client of the last release, which sends no base', () => {
  const phone = newClientId()
  const push = async (client: Client, vcId: VcId, change: object, clientId = phone) => {
    const mutation = { id: newMutationId(), name: 'listing.edit', args: { vcId, change }, madeAt: new Date().toISOString() }
    return (await client.post<PushReply>('/api/sync/push', { clientId, mutations: [mutation] })).body.results[0]
  }
  const elsewhere = { status: 'refused', code: 'owners.edited-elsewhere' }

  test('replaces the texts that the same device wrote last', async () => {
    const investor = await startInvestor(app)
    for (const bio of ['One', 'Two', 'Three']) expect((await push(investor, investor.listing, { bio }))?.status).toBe('applied')
    expect(await rowOf(investor.listing)).toMatchObject({ bio: 'Three' })
    for (const linkedinUrl of ['https://linkedin.com/in/alan', null])
      expect((await push(investor, investor.listing, { linkedinUrl }))?.status).toBe('applied')
    expect(await rowOf(investor.listing)).toMatchObject({ linkedinUrl: null })
  })

  test('replaces no text that another device wrote after it, and then none of its other fields', async () => {
    const investor = await startInvestor(app)
    await push(investor, investor.listing, { bio: 'One', location: 'Lisbon' })
    await push(investor, investor.listing, { bio: 'One and Two' }, newClientId())
    expect(await push(investor, investor.listing, { bio: 'Three', location: 'Porto', price: 700 })).toMatchObject(elsewhere)
    expect(await rowOf(investor.listing)).toMatchObject({ bio: 'One and Two', location: 'Lisbon' })
    expect((await push(investor, investor.listing, { location: 'Porto' }))?.status).toBe('applied')
  })

  test('replaces no text that was written online, even if it equals the one that it wrote before', async () => {
    const investor = await startInvestor(app)
    await push(investor, investor.listing, { bio: 'One' })
    for (const bio of ['Two', 'One']) expect((await patch(investor, investor.listing, { bio })).status).toBe(200)
    expect(await push(investor, investor.listing, { bio: 'Three' })).toMatchObject(elsewhere)
  })

  test('replaces no text that was stored by a node of the last release, which records no author', async () => {
    const investor = await startInvestor(app)
    await push(investor, investor.listing, { bio: 'One' })
    await db.update(vcs).set({ bio: 'Two' }).where(eq(vcs.id, investor.listing))
    expect(await push(investor, investor.listing, { bio: 'Three' })).toMatchObject(elsewhere)
  })

  test('of another field does not change the author of unchanged texts', async () => {
    const investor = await startInvestor(app)
    await push(investor, investor.listing, { bio: 'One. Two.' })
    expect((await push(investor, investor.listing, { bio: 'One.', price: 700 }, newClientId()))?.status).toBe('applied')
    expect((await push(investor, investor.listing, { bio: 'Three' }))?.status).toBe('applied')
    expect(await rowOf(investor.listing)).toMatchObject({ bio: 'Three', price: 700 })
  })

  test.each([
    ['emptied', eraseProfiles],
    ['deleted', deleteProfiles],
  ])('leaves no data of the device once the profile is %s', async (_, remove) => {
    const investor = await startInvestor(app)
    await push(investor, investor.listing, { bio: 'One' })
    expect(await storedText(db, textWriters)).toContain(investor.listing)
    await db.transaction((tx) => remove(tx, [investor.listing]))
    expect(await storedText(db, textWriters)).not.toContain(investor.listing)
  })
})

test('page views are counted for the owner, without their own views and without identities', async () => {
  const investor = await startInvestor(app)
  const pending = await startInvestor(app, { isVerified: false, reviewStatus: 'pending' })
  const visits = [investor.listing, pending.listing, 'vc_unknown'].map((id) => ({ subject: 'investor', id, kind: 'view' }))
  for (const person of [app.visitor(), app.visitor(), await app.member(), investor]) {
    expect((await person.post('/api/visits', { visits: [...visits, ...visits] })).status).toBe(200)
  }
  expect((await held(investor)).listingFigures).toMatchObject([{ views: 3, viewsLately: 3 }])
  expect((await held(pending)).listingFigures).toMatchObject([{ views: 0 }])
  await db.execute('update visit_counts set day = current_date - 40')
  expect((await held(investor)).listingFigures).toMatchObject([{ views: 3, viewsLately: 0 }])
})
