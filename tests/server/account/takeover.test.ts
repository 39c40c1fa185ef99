import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import {
  authTokens,
  contactIntros,
  contactNotes,
  knownDevices,
  meetingBookings,
  payments,
  payoutAccounts,
  projectDrafts,
  projectReports,
  projects,
  recoveryCodes,
  twoFactor,
  uploads,
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
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { OF_THE_PROVIDER, tablesThatSay } from '#tests/support/database/tables-that-say.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { picture, upload } from '#tests/support/samples/pictures.ts'
import { codeIn, mailsTo, mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { makeAppOld, makeStale } from '#tests/support/stand-ins/stale-responses.ts'

let skippedMs = 0
const OPERATOR = 'operator@example.com'
const app = await startTestApp({
  env: { ADMIN_EMAILS: OPERATOR },
  world: { now: () => new Date(Date.now() + skippedMs) },
})
const { member, visitor, database } = app
const { db } = database

const NEW = 'k7#mQz2pp'
const put = (client: Client, body: unknown) => client.post<User & { code?: string }>('/api/auth/profile', body, { method: 'PUT' })
const verify = (client: Client, token: string, proof: object = {}) =>
  client.post<{ email: string; user: User | null; code?: string }>('/api/auth/verify-email', { token, ...proof })
const keep = (token: string) => visitor().post<{ email: string; code?: string }>('/api/auth/keep-email', { token })
const signIn = (email: string, password: string, totp?: string) =>
  visitor().post<User & { code?: string }>('/api/auth/login', { email, password, ...(totp && { totp }) })
const registration = (email: string) => ({
  ...{ email, password: NEW, confirmPassword: NEW },
  ...{ firstName: 'Eve', lastName: 'Evil', userType: 'founder' },
})
const rowOf = async ({ id }: { id: User['id'] }) => (await db.select().from(users).where(eq(users.id, id)))[0]
const linkTo = async (email: string, subject: RegExp) => tokenIn(await mailTo(app, email, subject))
const CONFIRM = /confirm your e-mail/i
const CHANGING = /is being changed/i
const CHANGED = /e-mail address was changed/i

async function resetByMail(email: string, password = NEW) {
  await visitor().post('/api/auth/forgot-password', { email })
  const token = await linkTo(email, /reset your password/i)
  return visitor().post('/api/auth/reset-forgotten', { token, newPassword: password })
}
async function enrol(client: Client) {
  const { body } = await client.post<{ secret: string; code?: string }>('/api/auth/totp/begin')
  if (body.code) return body
  const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: Date.now() + skippedMs })
  return (await client.post<{ code?: string }>('/api/auth/totp/confirm', { code })).body
}

/** An account with a proven address, and a stranger who has requested another one in its fresh session. */
async function attacked(name: string) {
  const [mine, theirs] = [`${name}@example.com`, `${name}-evil@example.com`]
  const ada = await member({ email: mine })
  expect((await verify(ada, await linkTo(mine, CONFIRM))).status).toBe(200)
  expect((await put(ada, { email: theirs })).body.pendingEmail).toBe(theirs)
  return { ada, mine, theirs, link: await linkTo(theirs, CONFIRM), revertLink: await linkTo(mine, CHANGING) }
}

describe('a pending change of address ends with a new password', () => {
  const changes: [string, (ada: Client & { password: string }, mine: string) => Promise<{ status: number }>][] = [
    ['by the mailed link', (_, mine) => resetByMail(mine)],
    ['by the current one', (ada) => ada.post('/api/update-password', { currentPassword: ada.password, newPassword: NEW })],
    ['after a fresh sign-in', (ada) => ada.post('/api/reset-password', { newPassword: NEW })],
    [
      'in the profile, whose form shows the pending address',
      (ada, mine) => put(ada, { newPassword: NEW, email: mine.replace('@', '-evil@') }),
    ],
  ]
  test.each(changes)('%s', async (how, change) => {
    const { ada, mine, theirs, link } = await attacked(`pending-${how.replaceAll(/\W+/g, '-')}`)
    expect((await change(ada, mine)).status).toBe(200)
    expect(await rowOf(ada.user)).toMatchObject({ email: mine, pendingEmail: null })
    expect((await verify(visitor(), link, { password: NEW })).status).toBe(409)
    expect((await signIn(theirs, NEW)).status).toBe(401)
    expect((await signIn(mine, NEW)).status).toBe(200)
  })

  test('and so does every secret that was mailed before', async () => {
    const { ada, mine } = await attacked('secrets')
    await ada.post('/api/auth/code')
    await visitor().post('/api/auth/forgot-password', { email: mine })
    const reset = await linkTo(mine, /reset your password/i)
    await ada.post('/api/claims', { email: 'receipts@example.com' })
    expect((await ada.post('/api/reset-password', { newPassword: NEW })).status).toBe(200)
    const tokens = await db.select().from(authTokens).where(eq(authTokens.userId, ada.user.id))
    const claims = await db.select().from(authTokens).where(eq(authTokens.principalId, ada.user.principalId))
    expect(claims).toHaveLength(1)
    expect([...tokens, ...claims].filter(({ usedAt }) => usedAt === null)).toEqual([])
    expect((await visitor().post('/api/auth/reset-forgotten', { token: reset, newPassword: NEW })).status).toBe(409)
  })

  test('but not a change that is requested together with the password', async () => {
    const ada = await verifiedMember(app)
    const { body } = await put(ada, { newPassword: NEW, email: 'together@example.com' })
    expect(body).toMatchObject({ pendingEmail: 'together@example.com' })
    expect((await verify(ada, await linkTo('together@example.com', CONFIRM))).status).toBe(200)
    expect((await signIn('together@example.com', NEW)).status).toBe(200)
  })
})

describe('the link of a change of address', () => {
  test('has no effect without a session, and works once the password is entered', async () => {
    const { ada, mine, theirs, link } = await attacked('strange')
    expect(await verify(visitor(), link)).toMatchObject({ status: 403, body: { code: 'accounts.link-needs-password' } })
    expect(await verify(await member(), link)).toMatchObject({ status: 403, body: { code: 'accounts.link-needs-password' } })
    expect(await rowOf(ada.user)).toMatchObject({ email: mine, pendingEmail: theirs })
    expect((await verify(visitor(), link, { password: 'not-the-password' })).status).toBe(401)
    expect(await verify(visitor(), link, { password: ada.password })).toMatchObject({ status: 200, body: { email: theirs } })
  })

  test('is valid in the session that requested it, and in another one only after a fresh step-up', async () => {
    const { ada, mine, link } = await attacked('sessions')
    const phone = visitor()
    await phone.post('/api/auth/login', { email: mine, password: ada.password })
    await makeStale(db, ada.user)
    expect((await verify(phone, link)).body.code).toBe('accounts.link-needs-password')
    expect((await verify(ada, link)).status).toBe(200)
  })

  test('requires the second factor as well if one is enabled', async () => {
    const { ada, link } = await attacked('factor')
    expect(await enrol(ada)).toMatchObject({ recoveryCodes: expect.any(Array) })
    expect((await verify(visitor(), link, { password: ada.password })).body.code).toBe('totp-required')
    expect((await verify(visitor(), link, { password: ada.password, totp: 'abcdefghjk' })).body.code).toBe('totp-invalid')
  })

  test('expires after an hour', async () => {
    const { ada, link } = await attacked('hour')
    skippedMs += 61 * 60_000
    expect((await verify(ada, link)).body.code).toBe('accounts.link-invalid')
    skippedMs = 0
  })

  test('invalidates the links and codes that were mailed to the previous address', async () => {
    const { ada, mine, link } = await attacked('old-links')
    await visitor().post('/api/auth/forgot-password', { email: mine })
    const reset = await linkTo(mine, /reset your password/i)
    await ada.post('/api/auth/code')
    const code = codeIn(await mailTo(app, mine, /latchkey code/i))
    expect((await verify(ada, link)).status).toBe(200)
    expect((await visitor().post('/api/auth/reset-forgotten', { token: reset, newPassword: NEW })).status).toBe(409)
    expect((await ada.post('/api/auth/step-up', { code })).status).toBe(403)
  })
})

describe('the old address keeps the account, without a session', () => {
  test('by cancelling a pending change: all sessions end, and a reset link is mailed', async () => {
    const { ada, mine, link, revertLink } = await attacked('calls-off')
    expect(await keep(revertLink)).toMatchObject({ status: 200, body: { email: mine } })
    expect((await ada.get('/api/auth/user')).status).toBe(401)
    expect((await verify(visitor(), link, { password: ada.password })).body.code).toBe('accounts.link-invalid')
    expect(await rowOf(ada.user)).toMatchObject({ email: mine, pendingEmail: null })
    const token = await linkTo(mine, /reset your password/i)
    expect((await visitor().post('/api/auth/reset-forgotten', { token, newPassword: NEW })).status).toBe(200)
    expect((await keep(revertLink)).body.code).toBe('accounts.link-invalid')
  })

  test('by reverting a change, regardless of later changes by the stranger', async () => {
    const { ada, mine, theirs, link, revertLink } = await attacked('takes-back')
    expect((await verify(ada, link)).status).toBe(200)
    expect((await ada.post('/api/reset-password', { newPassword: NEW })).status).toBe(200)
    expect(await enrol(ada)).toMatchObject({ recoveryCodes: expect.any(Array) })

    expect(await keep(revertLink)).toMatchObject({ status: 200, body: { email: mine } })
    expect((await ada.get('/api/auth/user')).status).toBe(401)
    for (const email of [mine, theirs]) expect((await signIn(email, NEW)).status).toBe(401)
    await mailTo(app, theirs, /taken back/i)
    const token = await linkTo(mine, /reset your password/i)
    expect((await visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'mine again, mine' })).status).toBe(200)
    expect(await signIn(mine, 'mine again, mine')).toMatchObject({ status: 200, body: { hasTwoFactor: false } })
  })

  test('by the link of either mail, and an app that was set up long before the change stays', async () => {
    const ada = await verifiedMember(app)
    expect(await enrol(ada)).toMatchObject({ recoveryCodes: expect.any(Array) })
    await makeAppOld(db, ada.user)
    await put(ada, { email: 'letters-evil@example.com' })
    expect((await verify(ada, await linkTo('letters-evil@example.com', CONFIRM))).status).toBe(200)
    expect((await keep(await linkTo(ada.user.email, CHANGED))).status).toBe(200)
    expect(await rowOf(ada.user)).toMatchObject({ email: ada.user.email, hasTwoFactor: true, password: null })
  })

  test('also if a stranger set up an app first, in a browser that was known before', async () => {
    const ada = await verifiedMember(app)
    const eve = visitor()
    await eve.post('/api/auth/login', { email: ada.user.email, password: ada.password })
    expect(await enrol(eve)).toMatchObject({ recoveryCodes: expect.any(Array) })
    skippedMs += 60_000
    await put(eve, { email: 'app-first-evil@example.com' })
    expect((await verify(eve, await linkTo('app-first-evil@example.com', CONFIRM))).status).toBe(200)
    expect((await keep(await linkTo(ada.user.email, CHANGED))).status).toBe(200)
    expect(await rowOf(ada.user)).toMatchObject({ email: ada.user.email, hasTwoFactor: false })
    expect(await db.$count(knownDevices, eq(knownDevices.userId, ada.user.id))).toBe(0)
    skippedMs = 0
  })

  test('and the stranger’s own revert link is invalid: the older address takes precedence, even after a change back', async () => {
    const { ada, mine, theirs, link } = await attacked('outranks')
    expect((await verify(ada, link)).status).toBe(200)
    await put(ada, { email: mine })
    const theirRevertLink = await linkTo(theirs, CHANGING)
    await expect.poll(async () => (await mailsTo(app, mine, CONFIRM)).length, { timeout: 10_000 }).toBe(2)
    expect((await verify(ada, await linkTo(mine, CONFIRM))).status).toBe(200)
    expect((await rowOf(ada.user))?.email).toBe(mine)
    expect((await keep(theirRevertLink)).body.code).toBe('accounts.link-invalid')
  })

  test('also over two changes', async () => {
    const { ada, mine, theirs, link, revertLink } = await attacked('twice')
    expect((await verify(ada, link)).status).toBe(200)
    await put(ada, { email: 'twice-third@example.com' })
    const theirRevertLink = await linkTo(theirs, CHANGING)
    expect((await verify(ada, await linkTo('twice-third@example.com', CONFIRM))).status).toBe(200)
    expect((await keep(revertLink)).body.email).toBe(mine)
    expect((await keep(theirRevertLink)).body.code).toBe('accounts.link-invalid')
  })

  test('for a week, in which no other account can use the address', async () => {
    const { ada, mine, link, revertLink } = await attacked('reserved')
    expect((await verify(ada, link)).status).toBe(200)
    await expect(member({ email: mine })).rejects.toThrow('Please try again')
    const eve = await member()
    await put(eve, { email: mine })
    skippedMs += 8 * 24 * 60 * 60_000
    expect((await keep(revertLink)).body.code).toBe('accounts.link-invalid')
    await member({ email: mine })
    skippedMs = 0
  })

  test('also if a stranger registers it at the moment at which it becomes free', async () => {
    const { ada, mine, link, revertLink } = await attacked('moment')
    await ada.post('/api/auth/code')
    const held = await openTransaction(database)
    // The change waits here: in its transaction the address is free, for other accounts not yet.
    await held.write((sql) => sql`select 1 from auth_tokens where user_id = ${ada.user.id} and purpose = 'code' for update`)
    const changed = verify(ada, link)
    await untilWaiting(database, 1)
    const taken = visitor().post('/api/auth/register', registration(mine))
    await untilWaiting(database, 2)
    await held.end('commit')
    expect((await changed).status).toBe(200)
    expect((await taken).status).toBe(409)
    expect(await keep(revertLink)).toMatchObject({ status: 200, body: { email: mine } })
  })

  test('but an address that was never proven is not reserved', async () => {
    const eve = await member({ email: 'unproved@example.com' })
    await put(eve, { email: 'unproved-evil@example.com' })
    expect((await verify(eve, await linkTo('unproved-evil@example.com', CONFIRM))).status).toBe(200)
    expect((await mailTo(app, 'unproved@example.com', CHANGED)).text).not.toContain('keep-email')
    await member({ email: 'unproved@example.com' })
  })
})

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
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, eve.user.id))).toBe(0)
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

    const listings = await db.select().from(vcs).where(eq(vcs.userId, userId))
    // Approved listings are in review again, and the application is emptied.
    expect(listings.map(({ isVerified, reviewStatus }) => [isVerified, reviewStatus]).sort()).toEqual([
      [false, 'pending'],
      [false, 'pending'],
      [false, 'rejected'],
    ])
    expect(await rowOf(eve.user)).toMatchObject({ isApprovedInvestor: false })
    expect(await db.select().from(projects).where(eq(projects.userId, userId))).toMatchObject([
      { isPublished: false, status: 'under review', takenOffAt: expect.any(Date) },
    ])
    for (const table of [projectDrafts, contactNotes, contactIntros, vcRequests])
      expect(await db.$count(table, eq(table.principalId, principalId))).toBe(0)
    expect(await db.$count(payoutAccounts, eq(payoutAccounts.userId, userId))).toBe(0)
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
    expect(await db.$count(uploads, eq(uploads.userId, userId))).toBe(0)
    await expect.poll(async () => (await visitor().send(body.url ?? '')).status, { timeout: 10_000 }).toBe(404)
    const calls = await db.select().from(meetingBookings).where(eq(meetingBookings.principalId, principalId))
    expect(new Set(calls.map((one) => one.founderEmail))).toEqual(new Set([null, 'wordy@example.com']))
    // Buyers of the stranger’s listing keep their purchases; so does the account.
    expect((await db.select().from(vcs).where(eq(vcs.id, sold)))[0]).toMatchObject({ meetingLink: 'https://cal.example/x' })
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
