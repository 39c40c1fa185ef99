import { describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#server/http/session.ts'
import type { User } from '#shared/accounts/contract.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { listMails } from '#tests/support/state/mails.ts'

const app = await startTestApp()
const { member, visitor } = app

const whoIs = async (client: Client) => (await client.get<User>('/api/auth/user')).body
const signIn = (email: string, password: string) => visitor().post('/api/auth/login', { email, password })
const stealFrom = (client: Client) => {
  const thief = visitor()
  thief.cookies.set(SESSION_COOKIE, client.cookies.get(SESSION_COOKIE) ?? '')
  return thief
}

describe('passwords', () => {
  const weakMember = () => member({ password: 'sixsix', confirmPassword: 'sixsix' })

  test('the first strong one can be set once', async () => {
    const ada = await weakMember()
    const countAlarms = async () =>
      (await listMails(app.database.db)).filter(({ template }) => template === 'password-changed').length
    const alarms = await countAlarms()
    const { status, body } = await ada.post<User>('/api/set-password', { password: 'k7#mQz2pp' })
    expect([status, body]).toMatchObject([200, { hasSetPassword: true }])
    expect(await ada.post('/api/set-password', { password: 'another one' })).toMatchObject({
      status: 409,
      body: { code: 'accounts.password-is-set' },
    })
    expect((await signIn(ada.user.email, 'k7#mQz2pp')).status).toBe(200)
    // The owner has just set it, on the only browser that is signed in.
    expect(await countAlarms()).toBe(alarms)
  })

  test('of two concurrent requests, one sets it', async () => {
    const ada = await weakMember()
    const [one, other] = [ada, visitor()]
    await other.post('/api/auth/login', { email: ada.user.email, password: 'sixsix' })
    const replies = await Promise.all(
      [one, other].map((client, n) => client.post('/api/set-password', { password: `k7#mQz2p-${n}` })),
    )
    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses[0]).toBe(200)
    expect([401, 409]).toContain(statuses[1])
  })

  test('a change requires the current one', async () => {
    const ada = await member()
    const wrong = await ada.post('/api/update-password', { currentPassword: 'not-the-password', newPassword: 'k7#mQz2pp' })
    expect(wrong).toMatchObject({
      status: 403,
      body: { code: 'accounts.wrong-password', message: 'Your current password is incorrect.' },
    })
    expect((await ada.post('/api/update-password', { currentPassword: ada.password, newPassword: 'k7#mQz2pp' })).status).toBe(200)
    expect((await signIn(ada.user.email, ada.password)).status).toBe(401)
    expect((await signIn(ada.user.email, 'k7#mQz2pp')).status).toBe(200)
  })

  test.each<[string, object]>([
    ['/api/set-password', { password: 'k7#mQz2pp' }],
    ['/api/update-password', { currentPassword: 'sixsix', newPassword: 'k7#mQz2pp' }],
    ['/api/reset-password', { newPassword: 'k7#mQz2pp' }],
  ])('%s signs out all other browsers, renews this session and notifies the owner', async (path, body) => {
    const ada = await weakMember()
    const [phone, before] = [visitor(), stealFrom(ada)]
    await phone.post('/api/auth/login', { email: ada.user.email, password: 'sixsix' })
    expect((await ada.post(path, body)).status).toBe(200)
    expect((await phone.get('/api/auth/user')).status).toBe(401)
    expect((await before.get('/api/auth/user')).status).toBe(401)
    expect((await whoIs(ada)).hasSetPassword).toBe(true)
    await mailTo(app, ada.user.email, /password was changed/i)
  })

  test.each(['/api/set-password', '/api/update-password', '/api/reset-password', '/api/complete-profile', '/api/auth/step-up'])(
    '%s answers a stranger with 401',
    async (path) => {
      const { status, body } = await visitor().post(path, {
        password: 'k7#mQz2pp',
        currentPassword: 'x',
        newPassword: 'k7#mQz2pp',
        firstName: 'A',
        lastName: 'B',
      })
      expect([status, body]).toMatchObject([401, { code: 'session-lost', message: 'Unauthorized' }])
    },
  )

  test('a long password is checked to its last character', async () => {
    const ada = await member()
    const long = `${'x'.repeat(150)}1`
    await ada.post('/api/reset-password', { newPassword: long })
    expect((await signIn(ada.user.email, `${'x'.repeat(150)}2`)).status).toBe(401)
    expect((await signIn(ada.user.email, long)).status).toBe(200)
  })
})
