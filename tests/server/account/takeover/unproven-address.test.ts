import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  contactIntros,
  meetingBookings,
  payments,
  payoutAccounts,
  projectReports,
  projects,
  recoveryCodes,
  twoFactor,
  users,
  vcRequests,
  vcs,
} from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import type { User } from '#shared/accounts/contract.ts'
import type { BookingId, ProjectId, VcId } from '#shared/ids.ts'
import { spanAt } from '#tests/support/actors/bookings.ts'
import {
  confirmUnlock,
  hasUnlocked,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  startPayment,
} from '#tests/support/actors/money.ts'
import { addProject, verifiedMember } from '#tests/support/actors/projects.ts'
import { OF_THE_PROVIDER, tablesThatSay } from '#tests/support/database/tables-that-say.ts'
import { picture, upload } from '#tests/support/samples/pictures.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { countPictures, secondFactorOf } from '#tests/support/state/accounts.ts'
import { listCalls } from '#tests/support/state/calls.ts'
import { listIntroRequests, listIntros, listNotes } from '#tests/support/state/contacts.ts'
import { findPayoutAccount } from '#tests/support/state/earnings.ts'
import { findListing, listListings } from '#tests/support/state/investors.ts'
import { listDrafts, listProjects } from '#tests/support/state/projects.ts'
import { CONFIRM, NEW, OPERATOR, put, setUp, verify } from './setup.ts'

const { app, member, visitor, db, signIn, rowOf, linkTo, resetByMail, enrol } = await setUp()

describe('an address that a stranger registered', () => {
  /** A stranger, with a password that only they know, and the data that they put into the account. */
  async function squatted(email: string) {
    const eve = await member({ email, firstName: 'Eve', userType: 'vc' })
    await put(eve, { profileImageUrl: 'https://pictures.example/eve.png' })
    return eve
  }

  test('is not verified for them by a click of its owner', async () => {
    const vcId = await listInvestor(db)
    const owner = visitor()
    const { clientSecret } = (await startPayment(owner, vcId, { email: 'buyer@example.com' })).body
    await payWithCard(app, clientSecret, '4242424242424242')
    expect((await confirmUnlock(owner, clientSecret, vcId)).status).toBe(200)
    const eve = await squatted('buyer@example.com')
    expect((await verify(owner, await linkTo('buyer@example.com', CONFIRM))).body.code).toBe('accounts.link-needs-password')
    expect((await rowOf(eve.user))?.emailVerifiedAt).toBeNull()
    expect(await hasUnlocked(eve, vcId)).toBe(false)

    expect((await resetByMail('buyer@example.com')).status).toBe(200)
    const mine = visitor()
    await mine.post('/api/auth/login', { email: 'buyer@example.com', password: NEW })
    expect(await hasUnlocked(mine, vcId)).toBe(true)
    expect((await eve.get('/api/auth/user')).status).toBe(401)
  })

  test('gives them no admin rights: neither by a click nor by a change of address that they began', async () => {
    const eve = await squatted(OPERATOR)
    await put(eve, { email: 'operator-evil@example.com' })
    const evil = await linkTo('operator-evil@example.com', CONFIRM)
    expect((await verify(visitor(), await linkTo(OPERATOR, CONFIRM))).status).toBeGreaterThanOrEqual(400)
    expect((await resetByMail(OPERATOR)).status).toBe(200)
    expect((await verify(eve, evil)).status).toBe(409)
    expect((await verify(visitor(), evil, { password: NEW })).status).toBe(409)
    const chief = visitor()
    const { body } = await chief.post<User>('/api/auth/login', { email: OPERATOR, password: NEW })
    expect(body).toMatchObject({ isAdmin: true, emailVerified: true })
    expect((await chief.get('/api/admin/vcs')).status).toBe(200)
    expect((await eve.get('/api/admin/vcs')).status).toBe(401)
  })

  test('cannot set up an authenticator app, so that its owner is not locked out', async () => {
    const eve = await squatted('locked@example.com')
    expect(await enrol(eve)).toMatchObject({ code: 'accounts.verify-first' })
    expect((await eve.post('/api/auth/totp/confirm', { code: '123456' })).body).toMatchObject({ code: 'accounts.verify-first' })
  })

  test('is given to its owner by a reset by mail: app, codes, names, picture and sessions are deleted, and the address counts as proven', async () => {
    const eve = await squatted('mine@example.com')
    // As an older release allowed it.
    await db.update(users).set({ hasTwoFactor: true }).where(eq(users.id, eve.user.id))
    await db.insert(twoFactor).values({ userId: eve.user.id, secret: new Uint8Array([1]), confirmedAt: new Date() })
    await db.insert(recoveryCodes).values({ userId: eve.user.id, codeHash: 'hash' })
    await visitor().post('/api/auth/forgot-password', { email: 'mine@example.com' })
    expect((await mailTo(app, 'mine@example.com', /reset/i)).text).toContain('This address was never confirmed')
    expect((await resetByMail('mine@example.com')).status).toBe(200)
    expect((await signIn('mine@example.com', NEW)).body).toMatchObject({
      emailVerified: true,
      hasTwoFactor: false,
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      profileCompleted: false,
      // The stranger chose another one.
      userType: 'founder',
    })
    expect((await secondFactorOf(db, eve.user.id)).recoveryCodes).toEqual([])
    expect((await eve.get('/api/auth/user')).status).toBe(401)
  })

  test('gives its owner no public text of the stranger, no note, message or draft, and no payout account', async () => {
    const eve = await squatted('written@example.com')
    const { id: userId, principalId } = eve.user
    const [shown, applied, edited] = [newId<VcId>('vc'), newId<VcId>('vc'), newId<VcId>('vc')]
    const listing = { userId, fundName: 'Evil', partnerName: 'Eve' }
    await db.insert(vcs).values([
      { ...listing, id: shown, isVerified: true, reviewStatus: 'approved' },
      { ...listing, id: applied },
      { ...listing, id: edited, isVerified: true, reviewStatus: 'approved' },
    ])
    // An edit of a name requires another review.
    await db.update(vcs).set({ isVerified: false, reviewStatus: 'pending' }).where(eq(vcs.id, edited))
    await db.update(users).set({ isApprovedInvestor: true }).where(eq(users.id, userId))
    await db.insert(projects).values({ id: newId<ProjectId>('prj'), userId, isPublished: true, publishedAt: new Date() })
    await eve.post('/api/founder/project', { companyName: 'Evil' })
    await db.insert(payoutAccounts).values({ userId, providerId: 'acct_evil' })
    await db.insert(contactIntros).values({ principalId, contactId: shown, text: 'I am the owner' })
    await db.insert(vcRequests).values({
      id: newId<string>('req'),
      vcId: shown,
      vcType: 'platform',
      principalId,
      userId,
      requestType: 'intro',
      message: 'I am the owner',
      amount: 0 as never,
      day: '2026-01-01',
    })
    expect((await resetByMail('written@example.com')).status).toBe(200)

    const listings = await listListings(db, { userId })
    // Approved listings are in review again, and the application is emptied.
    expect(listings.map(({ isVerified, reviewStatus }) => [isVerified, reviewStatus]).sort()).toEqual([
      [false, 'pending'],
      [false, 'pending'],
      [false, 'rejected'],
    ])
    expect(await rowOf(eve.user)).toMatchObject({ isApprovedInvestor: false })
    expect(await listProjects(db, { userId })).toMatchObject([
      { isPublished: false, status: 'under review', takenOffAt: expect.any(Date) },
    ])
    for (const list of [listDrafts, listNotes, listIntros, listIntroRequests]) expect(await list(db, { principalId })).toEqual([])
    expect(await findPayoutAccount(db, userId)).toBeUndefined()
  })

  test('keeps no picture and no text of the stranger that was never public, in any table; paid purchases stay', async () => {
    const marker = 'zqxstranger'
    const eve = await member({ email: 'wordy@example.com' })
    const { id: userId, principalId } = eve.user
    const { body } = await upload(eve, await picture())
    const vcId = await listInvestor(db)
    const { clientSecret } = (await startPayment(eve, vcId)).body
    await payWithCard(app, clientSecret, '4242424242424242')
    expect((await confirmUnlock(eve, clientSecret, vcId)).status).toBe(200)
    const { id: orderId } = await orderOfIntent(db, intentOf(clientSecret))
    await db.update(payments).set({ introTemplate: marker }).where(eq(payments.orderId, orderId))

    const projectId = newId<ProjectId>('prj')
    await db
      .insert(projects)
      .values({ id: projectId, userId, companyName: marker, description: marker, teamRoles: marker, logoUrl: body.url })
    const other = await addProject(db, { companyName: 'Of somebody else' })
    const [sold, unsold] = [newId<VcId>('vc'), newId<VcId>('vc')]
    const listing = { userId, fundName: 'Fund', partnerName: 'Partner', meetingLink: 'https://cal.example/x' }
    await db.insert(vcs).values([
      { ...listing, id: sold, isVerified: true, reviewStatus: 'approved' },
      { ...listing, id: unsold, bio: marker, fundName: marker, partnerName: marker, email: `${marker}@example.com` },
    ])
    const buyer = visitor()
    const sale = (await startPayment(buyer, sold, { vcType: 'platform' })).body
    await payWithCard(app, sale.clientSecret, '4242424242424242')
    expect((await confirmUnlock(buyer, sale.clientSecret, sold)).status).toBe(200)

    await db
      .insert(projectReports)
      .values({ id: newId('rep'), projectId: other, principalId, reason: 'other', text: marker } as never)
    const call = {
      principalId,
      vcId,
      vcType: 'airtable' as const,
      founderName: marker,
      founderCompany: marker,
      meetingDescription: marker,
    }
    const founderEmail = `${marker}@example.com`
    await db.insert(meetingBookings).values([
      { ...call, founderEmail, id: newId<BookingId>('bkg'), ...spanAt(new Date(Date.now() - 86_400_000)) },
      { ...call, founderEmail, id: newId<BookingId>('bkg'), ...spanAt(new Date(Date.now() + 5 * 86_400_000)) },
    ])
    expect((await resetByMail('wordy@example.com')).status).toBe(200)

    expect(await tablesThatSay(db, [marker], OF_THE_PROVIDER)).toEqual([])
    expect(await countPictures(db, { userId })).toBe(0)
    await expect.poll(async () => (await visitor().send(body.url ?? '')).status).toBe(404)
    const calls = await listCalls(db, { principalId })
    expect(new Set(calls.map((one) => one.founderEmail))).toEqual(new Set([null, 'wordy@example.com']))
    // Buyers of the stranger’s listing keep their purchases; so does the account.
    expect(await findListing(db, sold)).toMatchObject({ meetingLink: 'https://cal.example/x' })
    const mine = visitor()
    await mine.post('/api/auth/login', { email: 'wordy@example.com', password: NEW })
    expect(await hasUnlocked(mine, vcId)).toBe(true)
  })

  test('leaves a proven account unchanged when its password is reset', async () => {
    const ada = await verifiedMember(app)
    expect((await resetByMail(ada.user.email)).status).toBe(200)
    expect((await signIn(ada.user.email, NEW)).body).toMatchObject({ firstName: 'Ada', profileCompleted: true })
  })
})
