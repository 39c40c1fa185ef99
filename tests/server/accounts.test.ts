import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions, users } from '#drizzle/schema/index.ts'
import { SESSION_COOKIE } from '#server/http/session.ts'
import { hashToken } from '#server/http/token.ts'
import type { User } from '#shared/accounts/contract.ts'
import { startTestApp } from '#tests/support/app.ts'
import { findUser, listPrincipals, listSessions } from '#tests/support/state/accounts.ts'

const { member, visitor, database, anotherNode } = await startTestApp({ env: { ADMIN_EMAILS: 'chief@example.com' } })

const aSignUp = (about: Record<string, unknown> = {}) => ({
  email: 'grace@example.com',
  password: 'a-fine-password',
  confirmPassword: 'a-fine-password',
  firstName: 'Grace',
  lastName: 'Hopper',
  userType: 'vc',
  ...about,
})

test('signing up signs in, on every node', async () => {
  const grace = visitor()
  const { status, body } = await grace.post<User>('/api/auth/register', aSignUp())
  expect(status).toBe(200)
  expect(body).toMatchObject({ email: 'grace@example.com', userType: 'vc', profileCompleted: true, hasSetPassword: true })
  expect(JSON.stringify(body)).not.toMatch(/argon2|fine-password|"password"/)
  expect((await grace.get<User>('/api/auth/user')).body).toEqual(body)

  const elsewhere = (await anotherNode()).visitor()
  for (const [name, value] of grace.cookies) elsewhere.cookies.set(name, value)
  expect((await elsewhere.get<User>('/api/auth/user')).body.id).toBe(body.id)
})

test('a request without a session gets 401 with the message that the client knows', async () => {
  const reply = await visitor().get('/api/auth/user')
  expect(reply).toMatchObject({ status: 401, body: { code: 'session-lost', message: 'Unauthorized' } })
  expect(reply.headers.get('cache-control')).toBe('no-store')
})

test('an address has one account, in any spelling', async () => {
  await member({ email: 'twice@example.com' })
  const again = await visitor().post('/api/auth/register', aSignUp({ email: ' TWICE@Example.com ' }))
  expect(again).toMatchObject({ status: 409, body: { code: 'accounts.registration-refused', message: 'Please try again' } })
})

test.each([
  ['/api/auth/login', { email: 'Please enter a valid email address', password: 'Password must be at least 6 characters' }],
  [
    '/api/auth/register',
    {
      email: 'Please enter a valid email address',
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Please confirm your password',
      firstName: 'First name is required',
      lastName: 'Last name is required',
      userType: 'Please select your role',
    },
  ],
])('%s answers a missing field with the message of an empty one', async (path, sentences) => {
  const { status, body } = await visitor().post<{ fields: { path: string; message: string }[] }>(path, {})
  expect(status).toBe(422)
  expect(Object.fromEntries(body.fields.map(({ path: field, message }) => [field, message]))).toEqual(sentences)
})

test('the placeholder address cannot register', async () => {
  const { status } = await visitor().post('/api/auth/register', aSignUp({ email: 'Anonymous@latchkey.example' }))
  expect(status).toBe(409)
})

test.each([
  ['six characters', 'sixsix', false],
  ['a password that guessers know', 'password123', false],
  ['eight unusual characters', 'k7#mQz2p', true],
])('%s are accepted at sign-up; the password counts as set: %s', async (name, password, hasSetPassword) => {
  const { user } = await member({ email: `${name.replaceAll(' ', '-')}@example.com`, password, confirmPassword: password })
  expect(user.hasSetPassword).toBe(hasSetPassword)
})

test('a visitor cannot set server-owned columns with a registration', async () => {
  const columns = Object.fromEntries(Object.keys(users).map((column) => [column, true]))
  const email = 'mallory@example.com'
  const chosen = aSignUp({ email })
  const { status } = await visitor().post('/api/auth/register', {
    ...columns,
    id: 'usr_chosen',
    emailVerifiedAt: new Date(),
    ...chosen,
  })
  expect(status).toBe(200)
  const row = await findUser(database.db, { email })
  expect(row).toMatchObject({
    isAdmin: false,
    isApprovedInvestor: false,
    emailVerifiedAt: null,
    pendingEmail: null,
    authProvider: 'email',
  })
  expect(row?.id).toMatch(/^usr_[0-9a-f]{32}$/)
  expect(row?.profileImageUrl).toBeNull()
})

test('a wrong password and an unknown address get the same answer', async () => {
  const { user } = await member({ email: 'known@example.com' })
  const signIn = (email: string) => visitor().post('/api/auth/login', { email, password: 'not-the-password' })
  const [known, unknown] = [await signIn(user.email), await signIn('unknown@example.com')]
  expect(known.status).toBe(401)
  expect(known.body).toEqual({ code: 'accounts.invalid-credentials', message: 'Invalid credentials' })
  expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body })
})

test('each sign-in creates a new session, and a sign-out ends it on the server', async () => {
  const ada = await member()
  const first = ada.cookies.get(SESSION_COOKIE)
  await ada.post('/api/auth/login', { email: ada.user.email, password: ada.password })
  expect(ada.cookies.get(SESSION_COOKIE)).not.toBe(first)

  const thief = visitor()
  thief.cookies.set(SESSION_COOKIE, first ?? '')
  expect((await thief.get('/api/auth/user')).status).toBe(401)

  thief.cookies.set(SESSION_COOKIE, ada.cookies.get(SESSION_COOKIE) ?? '')
  expect((await thief.get('/api/auth/user')).status).toBe(200)
  expect((await ada.post('/api/auth/logout')).status).toBe(200)
  expect(ada.cookies.has(SESSION_COOKIE)).toBe(false)
  expect((await thief.get('/api/auth/user')).status).toBe(401)
})

test('a sign-out ends and clears only the session of the account that it names', async () => {
  const [ada, ben] = [await member(), await member()]
  // The call for Ada is sent late, and Ben has signed in in her browser since.
  const late = await ben.post('/api/auth/logout', { principalId: ada.user.principalId })
  expect(late).toMatchObject({ status: 200, body: { success: true } })
  expect(late.headers.getSetCookie()).toEqual([])
  expect((await ben.get('/api/auth/user')).status).toBe(200)

  // Without a session there is nothing to clear: cookies that a concurrent sign-in sets stay.
  const repeated = await visitor().post('/api/auth/logout', { principalId: ada.user.principalId })
  expect(repeated.headers.getSetCookie()).toEqual([])

  const cookie = ada.cookies.get(SESSION_COOKIE) ?? ''
  await ada.post('/api/auth/logout', { principalId: ada.user.principalId })
  expect(ada.cookies.has(SESSION_COOKIE)).toBe(false)
  ada.cookies.set(SESSION_COOKIE, cookie)
  expect((await ada.get('/api/auth/user')).status).toBe(401)
})

test('a sign-out ends an older session of another account, and no younger one', async () => {
  const [ada, ben] = [await member(), await member()]
  const { principalId } = ada.user
  // Ben signed in after the sign-out.
  await ben.post('/api/auth/logout', { principalId, agoMs: 60_000 })
  expect((await ben.get('/api/auth/user')).status).toBe(200)
  // The sign-out came after a sign-in that the device never adopted.
  const cookie = ben.cookies.get(SESSION_COOKIE) ?? ''
  await ben.post('/api/auth/logout', { principalId, agoMs: 0 })
  expect(ben.cookies.has(SESSION_COOKIE)).toBe(false)
  ben.cookies.set(SESSION_COOKIE, cookie)
  expect((await ben.get('/api/auth/user')).status).toBe(401)
})

test.each([
  ['was pruned after it expired', (sid: string) => database.db.delete(sessions).where(eq(sessions.sid, sid))],
  ['was ended by a call whose answer was lost', (_: string, end: () => Promise<unknown>) => end()],
])('a sign-out clears the cookie of a session that %s', async (_, endSession) => {
  const ada = await member()
  const cookie = ada.cookies.get(SESSION_COOKIE) ?? ''
  const signOut = () => ada.post('/api/auth/logout', { principalId: ada.user.principalId })
  await endSession(hashToken(cookie), signOut)
  ada.cookies.set(SESSION_COOKIE, cookie)
  await signOut()
  expect(ada.cookies.has(SESSION_COOKIE)).toBe(false)
})

test('the session cookie cannot be read by scripts, other hosts or other sites, and the table stores no token', async () => {
  const eve = visitor()
  const response = await eve.send('/api/auth/register', {
    method: 'POST',
    body: JSON.stringify(aSignUp({ email: 'eve@example.com' })),
    headers: { 'content-type': 'application/json', 'user-agent': 'A Browser/1.0' },
  })
  const [cookie = ''] = response.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-latchkey=[\w-]{43};/)
  for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute)
  expect(cookie).not.toMatch(/domain=/i)
  const rows = await listSessions(database.db)
  expect(JSON.stringify(rows)).not.toContain(eve.cookies.get(SESSION_COOKIE))
  expect(rows.some((row) => row.sess.userAgent === 'A Browser/1.0')).toBe(true)
})

test.each([
  ['was not used for 31 days', { seenAt: new Date(Date.now() - 31 * 86_400_000) }],
  ['has expired', { expire: new Date(Date.now() - 1000) }],
])('a session that %s is invalid', async (_, change) => {
  const ada = await member()
  await database.db.update(sessions).set(change).where(eq(sessions.userId, ada.user.id))
  expect((await ada.get('/api/auth/user')).status).toBe(401)
})

test('an address of the operator is admin once it is verified, and not before', async () => {
  const chief = await member({ email: 'chief@example.com' })
  expect(chief.user.isAdmin).toBe(false)
  await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, chief.user.id))
  const { body } = await chief.post<User>('/api/auth/login', { email: chief.user.email, password: chief.password })
  expect(body.isAdmin).toBe(true)
  expect((await chief.get<User>('/api/auth/user')).body.isAdmin).toBe(true)
})

test('an account has one principal', async () => {
  const ada = await member()
  const rows = await listPrincipals(database.db, { userId: ada.user.id })
  expect(rows.map((row) => row.id)).toEqual([ada.user.principalId])
})

test.each([
  ['/dashboard?tab=1', '/auth?next=%2Fdashboard%3Ftab%3D1'],
  ['//evil.example', '/auth'],
  ['/\\evil.example', '/auth'],
  ['https://evil.example', '/auth'],
  ['', '/auth'],
])('GET /api/login redirects to %s only within this site', async (next, location) => {
  const response = await visitor().send(`/api/login?next=${encodeURIComponent(next)}`)
  expect([response.status, response.headers.get('location')]).toEqual([302, location])
})

test.each([
  ['defaultType=founder', '/auth?defaultType=founder'],
  ['next=/vcs&defaultType=vc', '/auth?next=%2Fvcs&defaultType=vc'],
  ['defaultType=admin', '/auth'],
])('GET /api/login?%s passes a known role on', async (search, location) => {
  const response = await visitor().send(`/api/login?${search}`)
  expect([response.status, response.headers.get('location')]).toEqual([302, location])
})

test.each([
  ['a link on our page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }, 302],
  ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 302],
  ['a link on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 200],
  ['a picture on our own page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }, 200],
  ['an old browser on another site', { referer: 'https://evil.example/' }, 200],
])('GET /api/logout from %s', async (_, headers, status) => {
  const ada = await member()
  const reply = await ada.get<string>('/api/logout', { headers })
  expect(reply.status).toBe(status)
  const isStillSignedIn = (await ada.get('/api/auth/user')).status === 200
  expect(isStillSignedIn).toBe(status === 200)
  if (status === 200) expect(reply.body).toContain('<form method="post" action="/api/logout">')
  // The app reads it at its next start, and erases the device.
  const left = reply.headers.getSetCookie().filter((cookie) => cookie.startsWith('__Host-left=yes;'))
  expect(left).toHaveLength(status === 302 ? 1 : 0)
  for (const cookie of left) expect(cookie).toMatch(/^(?!.*httponly).*secure/i)
})

test('the confirm page signs out with a form', async () => {
  const ada = await member()
  const response = await ada.send('/api/logout', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' },
  })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
  expect(response.headers.getSetCookie().join()).toContain('__Host-left=yes')
  expect((await ada.get('/api/auth/user')).status).toBe(401)
})

test('another sign-in revokes the pending erasure of the device', async () => {
  const ada = await member()
  await ada.get('/api/logout')
  const { email } = ada.user
  const { headers } = await ada.post('/api/auth/login', { email, password: ada.password })
  expect(headers.getSetCookie().join()).toMatch(/__Host-left=;[^,]*Max-Age=0/)
})
