import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { users } from '#drizzle/schema/index.ts'
import { parseEnv } from '#server/env.ts'
import { DEFAULT_CODES } from '#shared/accounting/accounts.ts'
import type { User } from '#shared/accounts/contract.ts'
import { NO_COMPANY } from '#shared/company/contract.ts'
import { account } from '#tests/support/actors/account.ts'
import { dismissAdmin, grantAdmin } from '#tests/support/actors/admins.ts'
import { addProject, verifiedMember } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { makeStale } from '#tests/support/stand-ins/stale-responses.ts'
import { findUser, listDevices } from '#tests/support/state/accounts.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'

const app = await startTestApp()
const { db } = app.database
const QUEUE = '/api/admin/vcs'
const meOf = async (client: Client) => (await client.get<User>('/api/auth/user')).body

async function enrol(client: Client) {
  const { secret } = (await client.post<{ secret: string }>('/api/auth/totp/begin')).body
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  return (await client.post<{ recoveryCodes: string[] }>('/api/auth/totp/confirm', { code })).body
}

describe('admin rights', () => {
  test('end immediately when the address is removed from the list', async () => {
    const chief = await app.member()
    await grantAdmin(app, chief)
    expect((await chief.get(QUEUE)).status).toBe(200)
    dismissAdmin(app, chief)
    expect((await chief.get(QUEUE)).body).toMatchObject({ code: 'forbidden' })
    expect((await meOf(chief)).isAdmin).toBe(false)
  })

  test('depend on the current address: an admin who changes to another address is no longer an admin', async () => {
    const chief = await app.member()
    await grantAdmin(app, chief)
    await chief.post('/api/auth/profile', { email: 'moved@example.com' }, { method: 'PUT' })
    const token = tokenIn(await mailTo(app, 'moved@example.com', /confirm/i))
    expect((await chief.post('/api/auth/verify-email', { token })).status).toBe(200)
    expect((await chief.get(QUEUE)).body).toMatchObject({ code: 'forbidden' })
  })

  test('are not read from the row of the account, even if an older release has written them there', async () => {
    const former = await account(app)
    await db.update(users).set({ isAdmin: true, emailVerifiedAt: new Date() }).where(eq(users.id, former.user.id))
    expect((await former.get(QUEUE)).body).toMatchObject({ code: 'forbidden' })
  })

  test('need a password set by the proven owner of the address, or an authenticator app', async () => {
    const chief = await verifiedMember(app)
    app.world.env.ADMIN_EMAILS.push(chief.user.email)
    expect((await chief.get(QUEUE)).body).toMatchObject({ code: 'accounts.admin-needs-password' })
    await enrol(chief)
    expect((await chief.get(QUEUE)).status).toBe(200)
  })

  test('need a fresh step-up for money, roles and accounts, and none for reading', async () => {
    const chief = await app.member()
    await grantAdmin(app, chief)
    await makeStale(db, chief.user)
    expect((await chief.get(QUEUE)).status).toBe(200)
    const calls: [string, object, string?][] = [
      ['/refunds', { orderId: 'ord_none' }],
      ['/refunds/rfd_none/approve', {}],
      ['/refunds/rfd_none/reject', { reason: 'No.' }],
      ['/warnings/issfr_none/leave-alone', {}],
      ['/prices/rec_none', { price: 50 }, 'PATCH'],
      ['/prices/confirm', { prices: [{ id: 'rec_none', version: 0 }] }],
      ['/payouts', {}],
      ['/payouts/pay_none/pay', { reference: 'x' }],
      ['/payouts/pay_none/withdraw', {}],
      ['/payouts/pay_none/lines/pol_none/withdraw', {}],
      ['/payouts/pay_none/lines/pol_none/details', {}],
      ['/vcs/vc_none/verify', { isVerified: true }, 'PATCH'],
      ['/profile-requests/prq_none', { decision: 'approve' }, 'PATCH'],
      ['/audit/aud_none/undo', {}],
      ['/newsletter/export', {}],
      ['/customers/prn_none/ban', { reason: 'Spam.' }],
      ['/customers/prn_none/grants', { vcId: 'vc_none', reason: 'It failed.', version: 0 }],
      ['/customers/prn_none/grants/unl_none/revoke', { reason: 'Fraud.', version: 0 }],
      ['/customers/prn_none/unban', { reason: 'A mistake.' }],
      ['/listings/vc_none', { change: { bio: 'A bio' }, reason: 'Spam.', version: 0 }, 'PATCH'],
      ['/listings/vc_none/contact', { change: { email: 'x@example.com' }, reason: 'Asked.', version: 0 }, 'PATCH'],
      ['/listings/vc_none/pause', { until: null, reason: 'Asked.', version: 0 }],
      ['/records', { facts: { name: 'Ida' }, contact: {}, reason: 'Asked.', isAnother: false }],
      ['/records/rec_none', { change: { bio: 'A bio' }, reason: 'Asked.', version: 0 }, 'PATCH'],
      ['/records/rec_none/contact', { change: { email: null }, reason: 'Asked.', version: 0 }, 'PATCH'],
      ['/records/rec_none/source', { reason: 'Asked.', version: 0 }],
      ['/records/rec_none/listed', { isListed: false, reason: 'Asked.', version: 0 }],
      ['/records/rec_none/merge', { into: 'rec_other', reason: 'Twice.', version: 0, intoVersion: 0 }],
      ['/cold-scout/import', { rows: [{ line: 1, fund: 'Quiet Capital' }], version: 0 }],
      ['/accounts/recover', { email: 'x@example.com', reason: 'Showed a passport.' }],
      ['/audit/export', {}],
      ['/team', { email: 'x@example.com', roles: ['support'] }],
      ['/team/usr_none', { roles: ['support'], seen: [] }, 'PATCH'],
      ['/accounting/codes', { codes: DEFAULT_CODES, version: 0 }, 'PATCH'],
      ['/blocks', { kind: 'domain', value: 'spam.example', reason: 'Spam.', days: 30 }],
      ['/orders/ord_none/block-card', { reason: 'Fraud.', days: 30 }],
      ['/blocks/blk_none/end', { reason: 'By mistake.' }],
      ['/company', { ...NO_COMPANY, version: 0 }, 'PATCH'],
      ['/switches/newsletter', { isOff: false, reason: 'It works again.' }, 'PATCH'],
    ]
    for (const [path, body, method = 'POST'] of calls) {
      const { status, body: refusal } = await chief.post(`/api/admin${path}`, body, { method })
      expect([path, status, refusal]).toMatchObject([path, 403, { code: 'step-up' }])
    }
    expect((await chief.post('/api/auth/step-up', { password: chief.password })).status).toBe(200)
    for (const [path, body, method = 'POST'] of calls) {
      const { body: answer } = await chief.post<{ code?: string }>(`/api/admin${path}`, body, { method })
      expect([path, answer.code]).not.toEqual([path, 'step-up'])
    }
  })
})

describe('with real payments, or in production', () => {
  const input = { DATABASE_URL: 'postgres://localhost/x' }
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
  const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' }
  test.each([
    ['a sandbox', {}, false],
    ['keys of the provider', stripe, true],
    ['production', { ...input, ...live, NODE_ENV: 'production', PUBLIC_URL: 'https://latchkey.example' }, true],
  ])('%s: admins need an authenticator app: %s', (_, env, isNeeded) => {
    expect(parseEnv(env).adminsNeedTwoFactor).toBe(isNeeded)
  })

  test('an admin without an authenticator app is refused with instructions and gets access with one; drafts are hidden until then', async () => {
    const strict = await startTestApp()
    strict.world.env.adminsNeedTwoFactor = true
    const chief = await strict.member()
    await grantAdmin(strict, chief)
    expect(await chief.get(QUEUE)).toMatchObject({ status: 403, body: { code: 'accounts.admin-needs-two-factor' } })
    expect((await meOf(chief)).isAdmin).toBe(true)
    const draft = `/api/projects/${await addProject(strict.database.db, { isPublished: false })}`
    expect((await chief.get(draft)).status).toBe(404)
    await enrol(chief)
    expect((await chief.get(QUEUE)).status).toBe(200)
    expect((await chief.get(draft)).status).toBe(200)
  })

  test('the only admin with an authenticator app cannot leave, even if other admins are listed', async () => {
    const strict = await startTestApp({ env: stripe })
    const leave = (client: Client) => client.send('/api/auth/delete-account', { method: 'DELETE' })
    const [chief, other] = [await strict.member(), await strict.member()]
    await grantAdmin(strict, chief)
    await grantAdmin(strict, other)
    await strict.database.db.update(users).set({ hasTwoFactor: true }).where(eq(users.id, chief.user.id))
    const refused = await leave(chief)
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'accounts.last-admin' }])
    expect((await leave(other)).status).toBe(200)
  })

  test('the sample admin is listed with the sample data only', () => {
    expect(parseEnv({}).ADMIN_EMAILS).toEqual(['admin@latchkey.example'])
    expect(parseEnv({ ...input, ADMIN_EMAILS: 'chief@example.com' }).ADMIN_EMAILS).toEqual(['chief@example.com'])
  })
})

describe('account recovery by an admin', () => {
  const recover = (by: Client, email: string, reason = 'Showed a passport in a call.') =>
    by.post<{ code?: string }>('/api/admin/accounts/recover', { email, reason })

  test('removes the app and every session, mails a link to the account’s own address, and is logged', async () => {
    const chief = await app.member()
    await grantAdmin(app, chief)
    const ada = await verifiedMember(app)
    await enrol(ada)
    expect(await recover(chief, ada.user.email.toUpperCase())).toMatchObject({ status: 200, body: { success: true } })
    expect((await ada.get('/api/auth/user')).status).toBe(401)
    await mailTo(app, ada.user.email, /started your account recovery/i)
    const token = tokenIn(await mailTo(app, ada.user.email, /reset your password/i))
    expect((await app.visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'k7#mQz2pp' })).status).toBe(200)
    const back = app.visitor()
    const { status, body } = await back.post<User>('/api/auth/login', { email: ada.user.email, password: 'k7#mQz2pp' })
    expect([status, body]).toMatchObject([200, { id: ada.user.id, email: ada.user.email, hasTwoFactor: false, firstName: 'Ada' }])
    expect((await back.post('/api/auth/totp/begin')).status).toBe(200)
    const [entry] = await auditEntriesOf(db, ada.user.id)
    expect(entry).toMatchObject({
      actorId: chief.user.id,
      targetType: 'account',
      after: { reason: 'Showed a passport in a call.', hasTwoFactor: false },
    })
  })

  test('forgets its browsers, so that the next sign-in of each is reported to the owner', async () => {
    const chief = await app.member()
    await grantAdmin(app, chief)
    const ada = await verifiedMember(app)
    const phone = app.visitor()
    await phone.post('/api/auth/login', { email: ada.user.email, password: ada.password })
    expect((await recover(chief, ada.user.email)).status).toBe(200)
    expect(await listDevices(db, ada.user.id)).toEqual([])
  })

  test('voids the password: a thief who knows it cannot sign in, although no code is required any more', async () => {
    const chief = await app.member()
    await grantAdmin(app, chief)
    const ada = await verifiedMember(app)
    await enrol(ada)
    const eve = app.visitor()
    const signIn = () => eve.post('/api/auth/login', { email: ada.user.email, password: ada.password })
    expect((await signIn()).body).toMatchObject({ code: 'totp-required' })
    expect((await recover(chief, ada.user.email)).status).toBe(200)
    expect(await signIn()).toMatchObject({ status: 401, body: { code: 'accounts.invalid-credentials' } })
  })

  test('sets neither a password nor an address, and requires a reason', async () => {
    const chief = await app.member()
    await grantAdmin(app, chief)
    const ada = await app.member()
    const before = await findUser(db, { id: ada.user.id })
    const input = { email: ada.user.email, reason: 'Showed a passport.', password: 'chosen by us', newEmail: 'x@example.com' }
    expect((await chief.post('/api/admin/accounts/recover', input)).status).toBe(200)
    const after = await findUser(db, { id: ada.user.id })
    expect([after?.email, after?.password]).toEqual([before?.email, null])
    expect((await recover(chief, ada.user.email, ' ')).status).toBe(422)
    expect((await recover(chief, 'nobody-here@example.com')).status).toBe(404)
    expect((await recover(await app.member(), ada.user.email)).body).toMatchObject({ code: 'forbidden' })
  })
})
