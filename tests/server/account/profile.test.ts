import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#drizzle/schema/index.ts'
import type { User } from '#shared/accounts/contract.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { mailsTo, mailTo, readMails, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { makeStale } from '#tests/support/stand-ins/stale-responses.ts'

const app = await startTestApp()
const { member, visitor, database } = app

const put = (client: Client, body: unknown) => client.post<User & { code?: string }>('/api/auth/profile', body, { method: 'PUT' })
const whoIs = async (client: Client) => (await client.get<User>('/api/auth/user')).body
const signIn = (email: string, password: string) => visitor().post('/api/auth/login', { email, password })

describe('the profile', () => {
  test('accepts a name and a picture at any time, normalised, and changes nothing else', async () => {
    const ada = await member()
    await makeStale(database.db, ada.user)
    const { status, body } = await put(ada, {
      firstName: '  Ada \u0007',
      profileImageUrl: 'https://pictures.example/ada.png',
      email: ada.user.email,
      newPassword: '',
    })
    expect([status, body]).toMatchObject([
      200,
      { ...ada.user, firstName: 'Ada', profileImageUrl: 'https://pictures.example/ada.png' },
    ])
    expect(await whoIs(ada)).toEqual(body)
    expect((await signIn(ada.user.email, ada.password)).status).toBe(200)
    expect((await put(ada, { profileImageUrl: null })).body.profileImageUrl).toBeNull()
  })

  test.each([
    ['an empty name', { firstName: ' ' }, 'First name is required'],
    ['a name that is too long', { lastName: 'x'.repeat(101) }, 'Please use at most 100 characters'],
    ['a name without visible characters', { lastName: '\u202e\u0000' }, 'Last name is required'],
    ['a list as a name', { firstName: ['Ada'] }, 'First name is required'],
    ['half an address', { email: 'ada@' }, 'Please enter a valid email address'],
    ['two addresses', { email: 'a@example.com,b@example.com' }, 'Please enter a valid email address'],
    ['a header', { email: 'a@example.com\r\nBcc: b@example.com' }, 'Please enter a valid email address'],
    ['a short password', { newPassword: 'seven77' }, 'Password must be at least 8 characters long.'],
    ['a script as a picture', { profileImageUrl: 'javascript:alert(1)' }, 'This is not a picture.'],
    ['another host without scheme', { profileImageUrl: '//evil.example/x.png' }, 'This is not a picture.'],
  ])('refuses %s with a message', async (_, body, message) => {
    const reply = await put(await member(), body)
    expect(reply).toMatchObject({ status: 422, body: { code: 'invalid', fields: [{ message }] } })
  })

  test('a new address is pending until it is confirmed; the old one is notified before and after', async () => {
    const ada = await member({ email: 'old@example.com' })
    expect((await put(ada, { email: 'New@Example.com' })).body).toMatchObject({
      email: 'old@example.com',
      pendingEmail: 'new@example.com',
    })
    await mailTo(app, 'old@example.com', /is being changed/i)
    const link = tokenIn(await mailTo(app, 'new@example.com', /confirm/i))
    expect((await signIn('new@example.com', ada.password)).status).toBe(401)

    expect((await ada.post('/api/auth/verify-email', { token: link })).status).toBe(200)
    expect(await whoIs(ada)).toMatchObject({ email: 'new@example.com', pendingEmail: null, emailVerified: true })
    await mailTo(app, 'old@example.com', /was changed/i)
    expect((await signIn('old@example.com', ada.password)).status).toBe(401)
    expect((await signIn('new@example.com', ada.password)).status).toBe(200)
  })

  test('mails to an unproven address contain no text that the account typed', async () => {
    const names = { firstName: 'www.evil.example', lastName: 'www.evil.example' }
    const eve = await member({ email: 'unproved@example.com', ...names })
    await put(eve, { email: 'stranger@example.com' })
    await put(eve, { firstName: 'www.evil.example', email: 'another-stranger@example.com' })
    await eve.post('/api/auth/code')
    await mailTo(app, 'another-stranger@example.com', /confirm/i)
    await mailTo(app, 'unproved@example.com', /your latchkey code/i)
    const mails = (await readMails(app)).filter(({ to }) => to?.some(({ address }) => /stranger|unproved/.test(address ?? '')))
    expect(mails.length).toBeGreaterThanOrEqual(6)
    for (const { subject, text, html } of mails) expect(`${subject} ${text} ${html}`).not.toContain('evil')
  })

  test('a cancelled change of address does not happen', async () => {
    const ada = await member({ email: 'stay@example.com' })
    await put(ada, { email: 'leave@example.com' })
    const link = tokenIn(await mailTo(app, 'leave@example.com', /confirm/i))
    expect((await put(ada, { email: 'stay@example.com' })).body.pendingEmail).toBeNull()
    expect((await ada.post('/api/auth/verify-email', { token: link })).status).toBe(409)
    expect((await whoIs(ada)).email).toBe('stay@example.com')
  })

  test('an address with an account is not transferred, and the reply does not reveal that it has one', async () => {
    await member({ email: 'theirs@example.com' })
    const eve = await member()
    expect(await put(eve, { email: 'theirs@example.com' })).toMatchObject({
      status: 200,
      body: { pendingEmail: 'theirs@example.com' },
    })
    await mailTo(app, 'theirs@example.com', /already have an account/i)
    await mailTo(app, 'theirs@example.com', /confirm/i) // for its own registration
    expect(await mailsTo(app, 'theirs@example.com', /confirm/i)).toHaveLength(1)
  })

  test('an address that another account had until recently gets the reason why it cannot be used, and the requester does not', async () => {
    const ada = await member({ email: 'left@example.com' })
    expect(
      (await ada.post('/api/auth/verify-email', { token: tokenIn(await mailTo(app, 'left@example.com', /confirm/i)) })).status,
    ).toBe(200)
    await put(ada, { email: 'moved@example.com' })
    const token = tokenIn(await mailTo(app, 'moved@example.com', /confirm/i))
    expect((await ada.post('/api/auth/verify-email', { token })).status).toBe(200)

    const noticeMails = () => mailsTo(app, 'left@example.com', /cannot be used yet/i)
    const eve = await member()
    const [kept, free] = [await put(eve, { email: 'left@example.com' }), await put(eve, { email: 'free@example.com' })]
    expect([kept.status, { ...kept.body, pendingEmail: '' }]).toEqual([free.status, { ...free.body, pendingEmail: '' }])
    expect((await mailTo(app, 'left@example.com', /cannot be used yet/i)).text).toContain('7 days')
    // Requested again, and requested by a registration.
    await put(eve, { email: 'left@example.com' })
    await eve.post('/api/auth/send-verification')
    await expect(member({ email: 'left@example.com' })).rejects.toThrow('Please try again')
    await expect.poll(async () => (await noticeMails()).length).toBe(4)
    expect(await mailsTo(app, 'left@example.com', /confirm/i)).toHaveLength(1)
  })

  test('of two accounts with the same pending address, the first to confirm gets it', async () => {
    const [one, other] = [await member(), await member()]
    await put(one, { email: 'shared@example.com' })
    const first = tokenIn(await mailTo(app, 'shared@example.com', /confirm/i))
    await put(other, { email: 'shared@example.com' })
    await expect.poll(async () => (await mailsTo(app, 'shared@example.com', /confirm/i)).length).toBe(2)
    const second = tokenIn(await mailTo(app, 'shared@example.com', /confirm/i))
    expect((await one.post('/api/auth/verify-email', { token: first })).status).toBe(200)
    expect((await other.post('/api/auth/verify-email', { token: second })).body).toMatchObject({
      code: 'accounts.email-refused',
    })
  })

  test('no account can use the placeholder address', async () => {
    expect((await put(await member(), { email: 'anonymous@latchkey.example' })).body.code).toBe('accounts.email-refused')
  })

  test('a complete first and last name completes a profile', async () => {
    const ada = await member()
    await database.db
      .update(users)
      .set({ profileCompleted: false, firstName: null, lastName: null })
      .where(eq(users.id, ada.user.id))
    const refused = await ada.post('/api/complete-profile', { firstName: 'Ada', lastName: '  ' })
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: [{ message: 'Please provide both your first and last name.' }] },
    })
    const done = await ada.post<User>('/api/complete-profile', { firstName: ' Ada ', lastName: 'Lovelace' })
    expect(done.body).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', profileCompleted: true })
  })
})
