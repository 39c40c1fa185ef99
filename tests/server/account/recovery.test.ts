import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { authTokens, mailOutbox, users } from '#drizzle/schema/index.ts'
import type { User } from '#shared/accounts/contract.ts'
import { verifiedMember, verifyEmail } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import { holdPayouts } from '#tests/support/database/transactions.ts'
import { mailsTo, mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { findUser, listSessions } from '#tests/support/state/accounts.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { storedText } from '#tests/support/state/rows.ts'

const app = await startTestApp({ env: { ADMIN_EMAILS: 'chief@example.com' } })
const { member, visitor, database } = app

const find = (email: string) => findUser(database.db, { email })
const verificationOf = async (email: string) => tokenIn(await mailTo(app, email, /confirm your email/i))
const forgotLink = async (email: string) => {
  await visitor().post('/api/auth/forgot-password', { email })
  return tokenIn(await mailTo(app, email, /reset your password/i))
}

test('a new account gets a welcome mail and a request to confirm the address', async () => {
  const ada = await member({ email: 'welcome@example.com' })
  expect(ada.user.emailVerified).toBe(false)
  expect((await mailTo(app, 'welcome@example.com', /welcome/i)).text).toContain('Your account is ready')
  const token = await verificationOf('welcome@example.com')

  const { status, body } = await ada.post('/api/auth/verify-email', { token })
  expect([status, body]).toMatchObject([200, { email: 'welcome@example.com', user: { emailVerified: true } }])
  expect((await ada.get<User>('/api/auth/user')).body.emailVerified).toBe(true)
  // The link is valid once.
  expect((await visitor().post('/api/auth/verify-email', { token })).status).toBe(409)
})

test.each(['vc', 'angel'] as const)('the welcome mail of an investor (%s) leads to the application', async (userType) => {
  const { user } = await member({ userType })
  const { text } = await mailTo(app, user.email, /welcome/i)
  expect(text).toContain('founders pay to reach you, and you keep 85%')
  expect(text).toContain('/vc-signup')
})

test('a link that is opened in another browser requires the password, and reveals only the address', async () => {
  const { password } = await member({ email: 'elsewhere@example.com' })
  const token = await verificationOf('elsewhere@example.com')
  const open = (proof: object) => visitor().post('/api/auth/verify-email', { token, ...proof })
  expect(await open({})).toMatchObject({ status: 403, body: { code: 'accounts.link-needs-password' } })
  expect(await open({ password: 'not-the-password' })).toMatchObject({
    status: 401,
    body: { code: 'accounts.invalid-credentials' },
  })
  expect((await open({ password })).body).toEqual({ email: 'elsewhere@example.com', user: null })
})

test('another verification is mailed on request, and invalidates the previous one', async () => {
  const ada = await member({ email: 'again@example.com' })
  const first = await verificationOf('again@example.com')
  expect((await ada.post('/api/auth/send-verification')).status).toBe(200)
  expect((await ada.post('/api/auth/verify-email', { token: first })).body).toMatchObject({ code: 'accounts.link-invalid' })
  await expect.poll(async () => (await mailsTo(app, 'again@example.com', /confirm/i)).length).toBe(2)
  expect((await ada.post('/api/auth/verify-email', { token: await verificationOf('again@example.com') })).status).toBe(200)
  expect((await ada.post('/api/auth/send-verification')).body).toMatchObject({ code: 'accounts.already-verified' })
})

test('an expired link is refused with instructions', async () => {
  await member({ email: 'late@example.com' })
  const token = await verificationOf('late@example.com')
  await database.db
    .update(authTokens)
    .set({ expiresAt: new Date(0) })
    .where(eq(authTokens.email, 'late@example.com'))
  expect(await visitor().post('/api/auth/verify-email', { token })).toMatchObject({
    status: 409,
    body: { code: 'accounts.link-invalid', message: 'This link has expired or was already used. Request a new one.' },
  })
})

test('the operator becomes admin with the verification; the session is renewed and the others end', async () => {
  const chief = await member({ email: 'chief@example.com' })
  const elsewhere = visitor()
  await elsewhere.post('/api/auth/login', { email: 'chief@example.com', password: chief.password })
  const before = new Map(chief.cookies)
  const { body } = await chief.post('/api/auth/verify-email', { token: await verificationOf('chief@example.com') })
  expect(body).toMatchObject({ user: { isAdmin: true } })
  expect((await chief.get<User>('/api/auth/user')).body.isAdmin).toBe(true)
  expect((await elsewhere.get('/api/auth/user')).status).toBe(401)
  const thief = visitor()
  for (const [name, value] of before) thief.cookies.set(name, value)
  expect((await thief.get('/api/auth/user')).status).toBe(401)
})

test('a forgotten password is reset by the mailed link: all sessions end, the old password is invalid, the owner is notified', async () => {
  const ada = await member({ email: 'forgot@example.com' })
  const token = await forgotLink('forgot@example.com')
  expect(await visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'another fine one' })).toMatchObject({
    status: 200,
    body: { success: true },
  })
  expect((await ada.get('/api/auth/user')).status).toBe(401)
  const signIn = (password: string) => visitor().post('/api/auth/login', { email: 'forgot@example.com', password })
  expect((await signIn(ada.password)).status).toBe(401)
  expect((await signIn('another fine one')).status).toBe(200)
  await mailTo(app, 'forgot@example.com', /password was changed/i)
  const again = await visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'yet another one' })
  expect(again).toMatchObject({ status: 409, body: { code: 'accounts.link-invalid' } })
})

test('a link changes only the columns that it is for', async () => {
  const { user, password: old } = await member({ email: 'columns@example.com' })
  const columns = Object.fromEntries(Object.keys(users).map((column) => [column, true]))
  const before = await find('columns@example.com')
  const post = (path: string, body: object) => visitor().post(path, { ...columns, id: 'usr_chosen', userType: 'vc', ...body })
  const verification = await verificationOf('columns@example.com')
  expect((await post('/api/auth/verify-email', { token: verification, password: old })).status).toBe(200)
  const token = await forgotLink('columns@example.com')
  expect((await post('/api/auth/reset-forgotten', { token, newPassword: 'k7#mQz2pp' })).status).toBe(200)
  const { password, emailVerifiedAt, passwordProvedAt, updatedAt, ...rest } = (await find('columns@example.com')) ?? {}
  expect(before).toMatchObject(rest)
  expect(before?.id).toBe(user.id)
  expect(password).not.toBe(before?.password)
  for (const changed of [emailVerifiedAt, passwordProvedAt, updatedAt]) expect(changed).toBeInstanceOf(Date)
})

test('a reset link does not verify an address, and a verification link does not reset a password', async () => {
  await member({ email: 'mixed@example.com' })
  const verification = await verificationOf('mixed@example.com')
  const reset = await forgotLink('mixed@example.com')
  expect((await visitor().post('/api/auth/verify-email', { token: reset })).status).toBe(409)
  expect((await visitor().post('/api/auth/reset-forgotten', { token: verification, newPassword: 'k7#mQz2pp' })).status).toBe(409)
})

test.each([
  ['short', 'seven77', 'Password must be at least 8 characters long.'],
  ['on a list of known passwords', 'password123', 'This password is too common. Please choose another one.'],
  ['not a string', ['k7#mQz2pp'], 'Password must be at least 8 characters long.'],
])('a new password that is %s is refused before the link is used up', async (name, newPassword, message) => {
  const email = `weak-${name.replaceAll(' ', '-')}@example.com`
  await member({ email })
  const token = await forgotLink(email)
  const refused = await visitor().post('/api/auth/reset-forgotten', { token, newPassword })
  expect(refused).toMatchObject({ status: 422, body: { fields: [{ path: 'newPassword', message }] } })
  expect((await visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'k7#mQz2pp' })).status).toBe(200)
})

test('a password reset request does not reveal whether an address is known', async () => {
  await member({ email: 'known@example.com' })
  const ask = (email: string) => visitor().post('/api/auth/forgot-password', { email })
  const [known, unknown] = [await ask('known@example.com'), await ask('nobody@example.com')]
  expect({ status: known.status, body: known.body }).toEqual({ status: unknown.status, body: unknown.body })
  await mailTo(app, 'known@example.com', /reset/i)
  expect(await mailsTo(app, 'nobody@example.com', /./)).toEqual([])
})

test('a registration of an address with an account is refused, and its owner is notified', async () => {
  await member({ email: 'taken@example.com' })
  const about = { email: 'taken@example.com', password: 'a-fine-password', confirmPassword: 'a-fine-password' }
  const again = { ...about, firstName: 'Eve', lastName: 'Stranger', userType: 'founder' }
  expect(await visitor().post('/api/auth/register', again)).toMatchObject({ status: 409, body: { message: 'Please try again' } })
  const mail = await mailTo(app, 'taken@example.com', /already have an account/i)
  expect(mail.text).not.toContain('Eve')
})

test('a sign-in on a new device is reported to the owner, one on a known device is not', async () => {
  const ada = await member({ email: 'device@example.com' })
  await verifyEmail(database.db, ada.user)
  const signIn = (client: typeof ada | ReturnType<typeof visitor>) =>
    client.post(
      '/api/auth/login',
      { email: 'device@example.com', password: ada.password },
      { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) <b>call 0800 now</b> Chrome/126.0' } },
    )
  await signIn(ada)
  const phone = visitor()
  await signIn(phone)
  await phone.post('/api/auth/logout')
  await signIn(phone)
  const mail = await mailTo(app, 'device@example.com', /new sign-in/i)
  expect(mail.text).toMatch(/New sign-in: Chrome on Linux, \w+day, \d+ \w+ \d{4}, \d\d:\d\d, UTC\./)
  // The rest of the header is the client's text.
  expect(mail.text).not.toContain('0800')
  expect(await mailsTo(app, 'device@example.com', /new sign-in/i)).toHaveLength(1)
})

test.each<[string, (ada: Awaited<ReturnType<typeof member>>) => Promise<{ status: number }>]>([
  [
    'after a reset by mail',
    async ({ user }) => {
      const token = await forgotLink(user.email)
      return visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'another fine one' })
    },
  ],
  [
    'after a new password',
    (ada) => ada.post('/api/update-password', { currentPassword: ada.password, newPassword: 'another fine one' }),
  ],
])('%s a sign-in in a browser that was known before is reported to the owner', async (_, change) => {
  const ada = await verifiedMember(app)
  const [phone, notices] = [visitor(), () => mailsTo(app, ada.user.email, /new sign-in/i)]
  const signIn = (client: typeof phone, password: string) => client.post('/api/auth/login', { email: ada.user.email, password })
  await signIn(phone, ada.password)
  expect((await change(ada)).status).toBe(200)
  await mailTo(app, ada.user.email, /password was changed/i)
  expect((await signIn(phone, 'another fine one')).status).toBe(200)
  await expect.poll(async () => (await notices()).length).toBe(2)
})

test('the browser that sets a new password stays known', async () => {
  const ada = await verifiedMember(app)
  expect((await ada.post('/api/reset-password', { newPassword: 'another fine one' })).status).toBe(200)
  await ada.post('/api/auth/logout')
  expect((await ada.post('/api/auth/login', { email: ada.user.email, password: 'another fine one' })).status).toBe(200)
  await mailTo(app, ada.user.email, /password was changed/i)
  expect(await mailsTo(app, ada.user.email, /new sign-in/i)).toEqual([])
})

test('links lead to this server, regardless of the request’s headers', async () => {
  await member({ email: 'host@example.com' })
  await visitor().post(
    '/api/auth/forgot-password',
    { email: 'host@example.com' },
    { headers: { host: 'evil.example', origin: 'http://evil.example' } },
  )
  const mail = await mailTo(app, 'host@example.com', /reset/i)
  expect(mail.text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/reset-password#/)
  expect(mail.text).not.toContain('evil')
})

test('the database stores no secret of a link, and no mail with it after it is sent', async () => {
  await member({ email: 'secret@example.com' })
  const token = await forgotLink('secret@example.com')
  const waiting = () => listMails(database.db, { recipient: 'secret@example.com', sentAt: null })
  await expect.poll(waiting).toEqual([])
  expect(await storedText(database.db, mailOutbox, authTokens)).not.toContain(token)
})

test('names are sanitised in mails and in the database', async () => {
  await member({ email: 'evil-name@example.com', firstName: 'Ada\r\nBcc: all@example.com<script>', lastName: '\u202eX\u0000' })
  const mail = await mailTo(app, 'evil-name@example.com', /confirm/i)
  expect(mail.bcc ?? []).toEqual([])
  expect(mail.html).not.toContain('<script>')
  const row = await find('evil-name@example.com')
  expect(row).toMatchObject({ firstName: 'Ada Bcc: all@example.com<script>', lastName: 'X' })
  expect(await listSessions(database.db, { userId: row?.id ?? '' })).toHaveLength(1)
})

test('a password is reset while another transaction holds the lock of all payouts, because no bank account is connected', async () => {
  const ada = await verifiedMember(app)
  const token = await forgotLink(ada.user.email)
  const elsewhere = await holdPayouts(database)
  const reset = await visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'k7#mQz2pp' })
  expect(reset.status).toBe(200)
  await elsewhere.end('commit')
  expect((await ada.get('/api/auth/user')).status).toBe(401)
})
