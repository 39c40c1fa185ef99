import { expect, test } from 'vitest'
import { meetingBookings, projects } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { giveContact } from '#server/features/unlocks/grant-by-admin.ts'
import type { BookingId, ProjectId, UserId } from '#shared/ids.ts'
import type { InvestorActivity } from '#shared/listings/activity.ts'
import type { OwnProfiles } from '#shared/listings/contract.ts'
import { cents } from '#shared/money.ts'
import { spanAt } from '#tests/support/actors/bookings.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import { atProvider, CARDS, confirmUnlock, intentOf, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'

const app = await startTestApp()
const { db, sql } = app.database

const addProject = (userId: UserId, about: Partial<typeof projects.$inferInsert>) =>
  db.insert(projects).values({ id: newId<ProjectId>('prj'), userId, ...about })

async function buy(buyer: Awaited<ReturnType<typeof app.member>>, vcId: string) {
  await buyer.post('/api/vc-request', { vcId, vcType: 'platform' })
  const { body } = await startPayment(buyer, vcId)
  await payWithCard(app, body.clientSecret, CARDS.good)
  expect((await confirmUnlock(buyer, body.clientSecret, vcId)).status).toBe(200)
  return intentOf(body.clientSecret)
}

test('an investor sees the requests, the sales, and 85 % of the revenue', async () => {
  const investor = await startInvestor(app, { price: cents(7501) })
  const [noa, guest, quiet] = [await app.member({ firstName: 'Noa', lastName: 'Berg' }), app.visitor(), await app.member()]
  await addProject(noa.user.id, { companyName: 'Anvil', isPublished: true, publishedAt: new Date() })
  await addProject(quiet.user.id, { companyName: 'Secret draft' })

  await buy(noa, investor.listing)
  await quiet.post('/api/vc-request', { vcId: investor.listing, vcType: 'platform', requestType: 'intro' })
  for (const opener of [guest, quiet]) {
    await opener.post('/api/vc-request', { vcId: investor.listing, vcType: 'platform' })
    await startPayment(opener, investor.listing)
  }

  const { body } = await investor.get<InvestorActivity>('/api/profile/investor-activity')
  expect(
    body.requestsReceived.map(({ founderName, projectName, status, requestType }) => [
      founderName,
      projectName,
      status,
      requestType,
    ]),
  ).toEqual([
    ['Ada Member', 'Stealth Startup', 'pending', 'intro'],
    ['Noa Berg', 'Anvil', 'paid', 'unlock'],
  ])
  expect(JSON.stringify(body)).not.toMatch(/@example\.com|Secret draft/)

  const lane = await held(investor)
  expect(lane.requestsReceived).toHaveLength(2)
  expect(lane.listingFigures).toMatchObject([
    { id: investor.listing, requests: 2, unlocks: 1, calls: 0, earned: 6375, donated: 0 },
  ])
})

test('a card form that was opened is no request, and a founder who opened it on two days before paying is one', async () => {
  const investor = await startInvestor(app)
  const founder = await app.member()
  await founder.post('/api/vc-request', { vcId: investor.listing, vcType: 'platform' })
  await startPayment(founder, investor.listing)
  expect((await held(investor)).listingFigures).toMatchObject([{ requests: 0 }])
  await sql`update vc_requests set created_at = created_at - interval '1 day', day = '2026-01-01' where vc_id = ${investor.listing}`
  await buy(founder, investor.listing)
  const lane = await held(investor)
  expect(lane.requestsReceived).toMatchObject([{ status: 'paid' }])
  expect(lane.listingFigures).toMatchObject([{ requests: 1, unlocks: 1 }])
})

test('a request of the demo data is shown without an order', async () => {
  const investor = await startInvestor(app)
  const { user } = await app.member()
  await sql`insert into vc_requests (id, vc_id, vc_type, request_type, principal_id, amount, day)
    values ('req_demo_owned', ${investor.listing}, 'platform', 'unlock', ${user.principalId}, 500, '2026-11-20')`
  expect((await held(investor)).requestsReceived).toMatchObject([{ id: 'req_demo_owned', status: 'pending' }])
})

test('refunded sales are not earned, and a charity gets its promised share', async () => {
  const investor = await startInvestor(app, { price: cents(10_000), donateToCharity: true, charityOfChoice: 'Keys for all' })
  const first = await buy(await app.member(), investor.listing)
  await buy(await app.member(), investor.listing)
  expect((await held(investor)).listingFigures).toMatchObject([{ unlocks: 2, earned: 0, donated: 17_000 }])

  await atProvider(app, 'refunds', { payment_intent: first })
  await expect.poll(async () => (await held(investor)).listingFigures).toMatchObject([{ unlocks: 1, earned: 0, donated: 8500 }])
})

test('a contact that an admin has given is no sale', async () => {
  const investor = await startInvestor(app)
  const { user } = await app.member()
  await db.transaction((tx) => giveContact(tx, user.principalId, investor.listing, new Date()))
  await buy(await app.member(), investor.listing)
  expect((await held(investor)).listingFigures).toMatchObject([{ unlocks: 1 }])
})

test('calls are listed with the name of the booking; a held slot is not a call', async () => {
  const investor = await startInvestor(app)
  const founder = await app.member()
  const call = (about: Partial<typeof meetingBookings.$inferInsert>) => ({
    id: newId<BookingId>('bkg'),
    principalId: founder.user.principalId,
    vcId: investor.listing,
    vcType: 'platform' as const,
    founderEmail: founder.user.email,
    ...spanAt('2027-01-04T10:00:00Z'),
    amount: cents(5000),
    ...about,
  })
  await db
    .insert(meetingBookings)
    .values([
      call({ founderName: 'Noa at work', founderCompany: 'Anvil Ltd' }),
      call({ status: 'cancelled', createdAt: new Date(0), ...spanAt('2027-01-05T10:00:00Z') }),
      call({ status: 'held', ...spanAt('2027-01-06T10:00:00Z') }),
    ])
  const { body } = await investor.get<InvestorActivity>('/api/profile/investor-activity')
  expect(body.callsBooked).toMatchObject([
    {
      founderName: 'Noa at work',
      projectName: 'Anvil Ltd',
      amount: 5000,
      status: 'confirmed',
      meetingDateTime: '2027-01-04T10:00:00.000Z',
    },
    { founderName: 'Ada Member', projectName: 'Stealth Startup', status: 'cancelled' },
  ])
  expect((await held(investor)).listingFigures).toMatchObject([{ calls: 1 }])
})

test('an approved investor reads their profiles by a call, an applicant through the private lane', async () => {
  const approved = await startInvestor(app)
  await sql`insert into vcs (id, user_id, fund_name, partner_name) values (${'vc_second'}, ${approved.user.id}, 'Second', 'Alan')`
  const profiles = (await approved.get<OwnProfiles>('/api/profile/vcs')).body
  expect(profiles.map(({ id, isVerified, reviewStatus }) => [id, isVerified, reviewStatus])).toEqual([
    [approved.listing, true, 'approved'],
    ['vc_second', false, 'pending'],
  ])
  expect(profiles[0]).toMatchObject({ meetingLink: 'https://cal.example.com/alan', calendlyLink: 'https://cal.example.com/alan' })

  const applicant = await startInvestor(
    app,
    { isVerified: false, reviewStatus: 'rejected', reviewReason: 'No fund of that name' },
    false,
  )
  expect((await applicant.get('/api/profile/vcs')).body).toEqual([])
  expect((await held(applicant)).ownListings).toMatchObject([{ reviewStatus: 'rejected', reviewReason: 'No fund of that name' }])
})

test('no account sees the listing of another, and a visitor sees none', async () => {
  const investor = await startInvestor(app)
  await buy(await app.member(), investor.listing)
  const other = await startInvestor(app)
  for (const path of ['/api/profile/vcs', '/api/profile/investor-activity']) {
    expect(JSON.stringify((await other.get(path)).body)).not.toContain(investor.listing)
    expect((await app.visitor().get(path)).status).toBe(401)
  }
  const lane = await held(other)
  expect(lane.requestsReceived).toBeUndefined()
  expect(lane.ownListings?.map(({ id }) => id)).toEqual([other.listing])
})

test('an owner is poked for each change of their listing, also for its deletion', async () => {
  const investor = await startInvestor(app)
  const scopes: string[] = []
  const listener = app.database.openSingle()
  await listener.listen('latchkey_sync', (scope) => void scopes.push(scope))
  const me = `me:${investor.user.principalId}`
  const expectPoke = async (what: () => Promise<unknown>) => {
    scopes.length = 0
    await what()
    await expect.poll(() => scopes).toContain(me)
  }
  try {
    await expectPoke(() => app.visitor().post('/api/vc-request', { vcId: investor.listing, vcType: 'platform' }))
    await expectPoke(() => sql`delete from vc_requests where vc_id = ${investor.listing}`)
    await expectPoke(() => sql`update vcs set is_verified = false where id = ${investor.listing}`)
    await expectPoke(() => sql`delete from vcs where id = ${investor.listing}`)
  } finally {
    await listener.end()
  }
})
