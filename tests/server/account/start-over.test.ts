import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { refundRequests, users, vcs } from '#drizzle/schema/index.ts'
import type { User } from '#shared/accounts/contract.ts'
import type { AdminApplication } from '#shared/admin/applications.ts'
import type { AuditPage } from '#shared/admin/audit.ts'
import type { AdminProject } from '#shared/admin/projects.ts'
import type { OwnBilling } from '#shared/documents/billing.ts'
import type { AdminPayouts } from '#shared/earnings/admin.ts'
import type { ProjectId, VcId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { buy, movableClock, staySignedIn } from '#tests/support/actors/earnings.ts'
import { held } from '#tests/support/actors/listings.ts'
import { hasUnlocked, listInvestor } from '#tests/support/actors/money.ts'
import { addPhoto, newPerson, push, write } from '#tests/support/actors/people.ts'
import { DRAFT, findProject, publishOnPage, startVisibility } from '#tests/support/actors/publishing.ts'
import { admin, ask, bought, requestOf } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { picture, upload } from '#tests/support/samples/pictures.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { findUser } from '#tests/support/state/accounts.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { findListing } from '#tests/support/state/investors.ts'
import { listOrders } from '#tests/support/state/orders.ts'

const clock = movableClock()
const app = await startTestApp({ env: { LOG_LEVEL: 'silent' }, world: { now: clock.now } })
const { member, visitor, database } = app
const { db } = database
const boss = await account(app, { isAdmin: true })

const NEW = 'k7#mQz2pp'
const WHY = /before its address had been confirmed/

/** The owner of the mailbox, who has forgotten the password or never knew it. */
async function resetByMail(email: string) {
  await visitor().post('/api/auth/forgot-password', { email })
  const mail = await mailTo(app, email, /reset your password/i)
  expect((await visitor().post('/api/auth/reset-forgotten', { token: tokenIn(mail), newPassword: NEW })).status).toBe(200)
  const owner = visitor()
  const { body } = await owner.post<User>('/api/auth/login', { email, password: NEW })
  expect(body).toMatchObject({ emailVerified: true })
  return { ...owner, mail: mail.text ?? '' }
}

const rowOf = (id: VcId) => findListing(db, id)
const latestEntry = async (targetId: string) => (await auditEntriesOf(db, targetId)).at(-1)
const canUndo = async (id: string | undefined) =>
  (await boss.get<AuditPage>('/api/admin/audit')).body.entries.find((entry) => entry.id === id)?.canUndo

/** A paid project on the marketplace, of an account that never confirmed its address. */
async function published(email: string) {
  const founder = await member({ email })
  const logoUrl = (await upload(founder, await picture())).body.url
  await publishOnPage(founder, { ...DRAFT, logoUrl, traction: 'Forty ports' })
  const [own] = (await held(founder)).ownProject ?? []
  return { founder, id: own?.projectId as ProjectId, logoUrl: logoUrl as string }
}
const isPublic = async (id: ProjectId) =>
  (await visitor().get(`/api/projects/${id}`)).status === 200 ||
  JSON.stringify((await visitor().get('/api/scout-projects')).body).includes(id)
const decideProject = (id: ProjectId, decision: object) =>
  boss.post<AdminProject>(`/api/admin/projects/${id}`, decision, { method: 'PATCH' })
const queued = async (id: ProjectId) =>
  (await boss.get<AdminProject[]>('/api/admin/projects')).body.find((project) => project.id === id)

/** A listing that the team approved, of an account that never confirmed its address. */
async function listed(email: string, replacesId?: VcId) {
  const investor = await member({ email, userType: 'vc' })
  const logoUrl = (await upload(investor, await picture())).body.url as string
  const { body } = await investor.post<{ id: VcId }>('/api/vcs', sampleApplication({ price: 20_000, logoUrl }))
  if (replacesId) await db.update(vcs).set({ replacesId }).where(eq(vcs.id, body.id))
  expect((await approve(body.id)).status).toBe(200)
  return { investor, id: body.id, logoUrl }
}
const approve = (id: VcId) =>
  boss.post<AdminApplication>(`/api/admin/vcs/${id}/verify`, { isVerified: true }, { method: 'PATCH' })
const isListed = async (id: VcId) => JSON.stringify((await visitor().get('/api/vcs')).body).includes(id)
const applicationOf = async (id: VcId) => (await boss.get<AdminApplication[]>('/api/admin/vcs')).body.find((vc) => vc.id === id)
const payableOf = async (id: VcId) =>
  (await boss.get<AdminPayouts>('/api/admin/payouts')).body.accounts.find(({ account }) => account === `investor_payable:${id}`)

describe('a reset by mail of an account whose address was never confirmed', () => {
  test('leaves no photo of a contact and no billing details of the person who registered it', async () => {
    const email = 'photos-and-bills@example.com'
    const stranger = await member({ email })
    const person = newPerson()
    await push(stranger, write(person, { name: 'Liv Berg' }))
    expect((await addPhoto(stranger, person)).status).toBe(200)
    const billing = (await stranger.get<OwnBilling>('/api/billing-details')).body
    const details = { ...billing.details, name: 'Eve Ltd', country: 'DE' }
    const saved = await stranger.post('/api/billing-details', { version: billing.version, details }, { method: 'PATCH' })
    expect(saved.status).toBe(200)

    const owner = await resetByMail(email)
    expect((await held(owner)).photos ?? []).toEqual([])
    expect((await owner.get<OwnBilling>('/api/billing-details')).body).toEqual(billing)
  })

  test('a founder who never confirmed the address and forgot the password gets the paid project back after a review', async () => {
    const { founder, id, logoUrl } = await published('founder@example.com')
    const before = await findProject(db, id)
    await founder.post('/api/founder/project', { companyName: 'Tidepool' })
    const owner = await resetByMail('founder@example.com')
    expect(owner.mail).toContain('until our team has reviewed them')

    expect(await isPublic(id)).toBe(false)
    expect(await findProject(db, id)).toMatchObject({
      ...DRAFT,
      traction: 'Forty ports',
      logoUrl,
      publishedAt: before.publishedAt,
    })
    expect((await held(owner)).ownProject).toMatchObject([
      { projectId: id, isPublished: false, reviewReason: expect.stringMatching(WHY), values: { traction: 'Forty ports' } },
    ])
    // Another payment would not restore it.
    expect((await startVisibility(owner)).body.code).toBe('projects.taken-off')
    expect(await queued(id)).toMatchObject({
      status: 'under review',
      isPublished: false,
      isTakenOff: true,
      isPaid: true,
      reviewReason: expect.stringMatching(WHY),
    })
    const entry = await latestEntry(id)
    expect(entry).toMatchObject({ actorId: null, action: 'taken off by a reset', before: { isPublished: true } })
    expect(await canUndo(entry?.id)).toBe(false)

    expect((await decideProject(id, { status: 'verified' })).body).toMatchObject({ isPublished: true, reviewReason: null })
    expect(await isPublic(id)).toBe(true)
    expect((await visitor().send(logoUrl)).status).toBe(200)
    expect(await listOrders(db, { targetId: id })).toHaveLength(1)
    expect((await held(owner)).ownProject).toMatchObject([{ isPublished: true, reviewReason: null }])
  })

  test('a project that the team had rejected stays rejected, with its text and reason', async () => {
    const { id } = await published('rejected@example.com')
    await decideProject(id, { status: 'rejected', reason: 'A scam.' })
    await resetByMail('rejected@example.com')
    expect(await findProject(db, id)).toMatchObject({ ...DRAFT, status: 'rejected', reviewReason: 'A scam.', isPublished: false })
    expect(await latestEntry(id)).toMatchObject({ action: 'rejected' })
  })

  test('an investor gets profile, earnings and the record back once the team has approved the listing again', async () => {
    await staySignedIn(db, clock.now())
    const record = await listInvestor(db, { name: 'Mary Lantern' })
    const { id, logoUrl, investor } = await listed('investor@example.com', record)
    const buyer = visitor()
    await buy(app, buyer, id)
    clock.forwardDays(61)
    await staySignedIn(db, clock.now())
    const ready = { amount: 17_000, payable: 17_000, standing: 'ready' }
    expect(await payableOf(id)).toMatchObject(ready)
    const before = await rowOf(id)

    const owner = await resetByMail('investor@example.com')
    await staySignedIn(db, clock.now())
    expect(await isListed(id)).toBe(false)
    expect(await rowOf(id)).toMatchObject({
      ...sampleFields(before),
      reviewStatus: 'pending',
      isVerified: false,
      claimRevokedAt: null,
      submittedAt: expect.toSatisfy((at: Date) => at > (before?.submittedAt ?? at)),
    })
    // The owner and the team see the reason.
    expect((await held(owner)).ownListings).toMatchObject([{ id, reviewReason: expect.stringMatching(WHY) }])
    expect(await applicationOf(id)).toMatchObject({
      isVerified: false,
      reviewStatus: 'pending',
      reviewReason: expect.stringMatching(WHY),
      isClaimRevoked: false,
      revocations: [],
    })
    const entry = await latestEntry(id)
    expect(entry).toMatchObject({ actorId: null, action: 'taken off by a reset', before: { isVerified: true } })
    expect(await canUndo(entry?.id)).toBe(false)
    // Its earnings are withheld, an import does not list the claimed record again, and a buyer keeps the contact.
    expect(await payableOf(id)).toMatchObject({ amount: 17_000, payable: 0, standing: 'withheld' })
    const { body } = await visitor().post<{ code?: string }>(`/api/listings/${record}/claim`, {})
    expect(body.code).toBe('profiles.has-owner')
    expect(await hasUnlocked(buyer, id)).toBe(true)

    const { body: approved } = await approve(id)
    expect(approved).toMatchObject({ isVerified: true, reviewStatus: 'approved', reviewReason: null, isClaimRevoked: false })
    expect(await isListed(id)).toBe(true)
    expect((await visitor().send(logoUrl)).status).toBe(200)
    expect(await payableOf(id)).toMatchObject({ ...ready, email: 'investor@example.com' })
    expect(await findUser(db, { id: investor.user.id })).toMatchObject({ isApprovedInvestor: true })
  })

  test('a listing that the team had revoked stays revoked; one that is in review with an edit keeps its place in the queue', async () => {
    const [revoked, edited] = [await listed('revoked@example.com'), await listed('edited@example.com')]
    await boss.post(`/api/admin/vcs/${revoked.id}/verify`, { isVerified: false, reason: 'Not them.' }, { method: 'PATCH' })
    await edited.investor.post(`/api/vcs/${edited.id}`, { partnerName: 'Mary Renamed' }, { method: 'PATCH' })
    const waits = await rowOf(edited.id)
    await resetByMail('revoked@example.com')
    await resetByMail('edited@example.com')
    expect(await applicationOf(revoked.id)).toMatchObject({
      reviewStatus: 'revoked',
      reviewReason: 'Not them.',
      bio: expect.anything(),
    })
    expect(await latestEntry(revoked.id)).toMatchObject({ action: 'revoked' })
    expect(await applicationOf(edited.id)).toMatchObject({
      reviewStatus: 'pending',
      partnerName: 'Mary Renamed',
      submittedAt: waits?.submittedAt.toISOString(),
      reviewReason: expect.stringMatching(WHY),
    })
  })

  test('a listing that was approved once keeps its text, even if it was applied for again since', async () => {
    const { id, investor } = await listed('again@example.com')
    await boss.post(`/api/admin/vcs/${id}/verify`, { isVerified: false, reason: 'Not them.' }, { method: 'PATCH' })
    expect((await investor.post('/api/vcs', sampleApplication({ bio: 'Built four databases.' }))).status).toBe(200)
    await resetByMail('again@example.com')
    expect(await applicationOf(id)).toMatchObject({ reviewStatus: 'pending', approvedAt: null, bio: 'Built four databases.' })
  })

  test('a charity’s share of a donor’s sales is withheld as well, except for what was paid before', async () => {
    await staySignedIn(db, clock.now())
    const donates = { donateToCharity: true, charityOfChoice: 'Wells' }
    const { id } = await listed('donor@example.com')
    await db.update(vcs).set(donates).where(eq(vcs.id, id))
    const charity = async () =>
      (await boss.get<AdminPayouts>('/api/admin/payouts')).body.accounts.find(
        ({ account }) => account === 'charity_payable:Wells',
      )
    const sell = async () => {
      await buy(app, visitor(), id)
      clock.forwardDays(61)
      await staySignedIn(db, clock.now())
    }
    await sell()
    const { body: batch } = await boss.post<{ id: string }>('/api/admin/payouts')
    expect((await boss.post(`/api/admin/payouts/${batch.id}/pay`, { reference: 'BANK-1' })).status).toBe(200)
    await sell()
    expect(await charity()).toMatchObject({ payable: 17_000, standing: 'ready' })
    await resetByMail('donor@example.com')
    await staySignedIn(db, clock.now())
    expect(await charity()).toMatchObject({ amount: 17_000, payable: 0, standing: 'withheld' })
    await approve(id)
    expect(await charity()).toMatchObject({ payable: 17_000, standing: 'ready' })
  })

  test('an application that was never approved is deleted with its picture', async () => {
    const eve = await member({ email: 'applied@example.com', userType: 'vc' })
    const logoUrl = (await upload(eve, await picture())).body.url as string
    const { body } = await eve.post<{ id: VcId }>('/api/vcs', sampleApplication({ logoUrl }))
    const owner = await resetByMail('applied@example.com')
    expect(await rowOf(body.id)).toMatchObject({
      ...{ partnerName: 'Former investor', bio: null, email: null, logoUrl: null, reviewStatus: 'rejected' },
      reviewReason: expect.stringContaining('apply again'),
    })
    await expect.poll(async () => (await visitor().send(logoUrl)).status).toBe(404)
    expect((await owner.post('/api/vcs', sampleApplication())).status).toBe(200)
  })

  test('no text is left of a decided refund request that it wrote as a guest, even if the order is another account’s', async () => {
    const [email, typed] = ['asked-as-guest@example.com', 'typed-by-a-guest@example.com']
    const [{ user, password }, guest] = [await member({ email }), visitor()]
    const team = await admin(app)
    await staySignedIn(db, clock.now())
    const { orderId } = await bought(app, { buyer: guest, email: typed })
    const { body: request } = await ask(guest, orderId, 'A text of the guest.')
    const owner = await member({ email: typed })
    const token = tokenIn(await mailTo(app, typed, /confirm/i))
    expect((await owner.post('/api/auth/verify-email', { token })).status).toBe(200)
    await guest.post('/api/auth/login', { email, password })
    expect((await team.reject(request.id, 'It answers.')).status).toBe(200)
    expect(await requestOf(app, orderId)).toMatchObject({ principalId: user.principalId, reason: 'A text of the guest.' })
    // Earlier releases joined the text of a rule with the buyer’s text.
    await db.update(refundRequests).set({ ruleReason: 'A text.' }).where(eq(refundRequests.orderId, orderId))
    await resetByMail(email)
    expect(await requestOf(app, orderId)).toMatchObject({ status: 'rejected', reason: '', ruleReason: '' })
  })

  test('of an impostor with a public listing and project, nothing is public until the team decides', async () => {
    const { id: projectId } = await published('victim@example.com')
    const eve = visitor()
    await eve.post('/api/auth/login', { email: 'victim@example.com', password: 'a-fine-password' })
    await db.update(users).set({ userType: 'vc' }).where(eq(users.email, 'victim@example.com'))
    const { body } = await eve.post<{ id: VcId }>('/api/vcs', sampleApplication())
    await approve(body.id)
    const victim = await resetByMail('victim@example.com')

    expect([await isPublic(projectId), await isListed(body.id)]).toEqual([false, false])
    // No edit of the new owner publishes it.
    await db.update(users).set({ userType: 'founder' }).where(eq(users.email, 'victim@example.com'))
    await victim.post('/api/founder/project', { companyName: 'Mine now' })
    expect([await isPublic(projectId), await isListed(body.id)]).toEqual([false, false])
    expect((await eve.get('/api/auth/user')).status).toBe(401)
    // The team judges both to be false.
    await decideProject(projectId, { status: 'rejected', reason: 'Not theirs.' })
    await boss.post(`/api/admin/vcs/${body.id}/verify`, { isVerified: false, reason: 'Not theirs.' }, { method: 'PATCH' })
    expect(await applicationOf(body.id)).toMatchObject({ reviewStatus: 'revoked', reviewReason: 'Not theirs.' })
  })
})

const sampleFields = (row: typeof vcs.$inferSelect | undefined) => {
  const { fundName, partnerName, bio, email, meetingLink, investmentThesis, logoUrl, price, replacesId } = row ?? {}
  return { fundName, partnerName, bio, email, meetingLink, investmentThesis, logoUrl, price, replacesId }
}
