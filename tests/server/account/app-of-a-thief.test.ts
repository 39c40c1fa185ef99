import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { User } from '#shared/accounts/contract.ts'
import { verifiedMember } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { makeAppOld } from '#tests/support/stand-ins/stale-responses.ts'
import { findUser, listDevices, secondFactorOf } from '#tests/support/state/accounts.ts'

const app = await startTestApp()
const { visitor, database } = app
const { db } = database

const NEW = 'k7#mQz2pp'
const linkTo = async (email: string, subject: RegExp) => tokenIn(await mailTo(app, email, subject))
const signIn = (email: string, password: string, client = visitor()) =>
  client.post<User & { code?: string }>('/api/auth/login', { email, password })
const resetWith = (token: string) => visitor().post('/api/auth/reset-forgotten', { token, newPassword: NEW })

async function enrol(client: Client) {
  const { secret } = (await client.post<{ secret: string }>('/api/auth/totp/begin')).body
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const { body } = await client.post<{ recoveryCodes: string[] }>('/api/auth/totp/confirm', { code })
  expect(body.recoveryCodes).toHaveLength(10)
}

/** An account whose password a thief knows. The thief has signed in and has set up an authenticator app some days ago. */
async function robbed(daysAgo: number) {
  const { user: ada, password } = await verifiedMember(app)
  const thief = visitor()
  await signIn(ada.email, password, thief)
  await enrol(thief)
  await makeAppOld(db, ada, daysAgo)
  return { ada, thief }
}

type Robbed = Awaited<ReturnType<typeof robbed>>

async function resetByMail({ ada }: Robbed) {
  await visitor().post('/api/auth/forgot-password', { email: ada.email })
  expect((await resetWith(await linkTo(ada.email, /reset your password/i))).status).toBe(200)
}

/**
 * The thief has requested another address. The owner keeps the account with the link in the warning mail and sets a new password.
 */
async function keepAddress({ ada, thief }: Robbed, { isConfirmed }: { isConfirmed: boolean }) {
  const evil = `evil-${ada.id}@example.com`
  const reply = await thief.post('/api/auth/profile', { email: evil }, { method: 'PUT' })
  expect(reply.status).toBe(200)
  if (isConfirmed) {
    const token = await linkTo(evil, /confirm your email/i)
    expect((await thief.post('/api/auth/verify-email', { token })).status).toBe(200)
  }
  const token = await linkTo(ada.email, /is being changed/i)
  expect((await visitor().post('/api/auth/keep-email', { token })).status).toBe(200)
  expect((await resetWith(await linkTo(ada.email, /reset your password/i))).status).toBe(200)
}

const waysBack: [string, (one: Robbed) => Promise<void>][] = [
  ['a reset by mail', resetByMail],
  ['a change of address that is cancelled', (one) => keepAddress(one, { isConfirmed: false })],
  ['a change of address that is reverted', (one) => keepAddress(one, { isConfirmed: true })],
]

describe('an authenticator app that a thief has set up', () => {
  test.each(waysBack)('less than a week earlier is removed by %s, and the owner is notified', async (_, takeBack) => {
    const one = await robbed(6)
    await takeBack(one)
    const { body, status } = await signIn(one.ada.email, NEW)
    expect({ status, hasTwoFactor: body.hasTwoFactor }).toEqual({ status: 200, hasTwoFactor: false })
    expect(await secondFactorOf(db, one.ada.id)).toEqual({ apps: [], recoveryCodes: [] })
    expect((await one.thief.get('/api/auth/user')).status).toBe(401)
    const mail = await mailTo(app, one.ada.email, /authenticator app was removed/i)
    expect(mail.text).toContain('set it up again')
  })

  test.each(waysBack)('more than a week earlier also guards the account after %s', async (_, takeBack) => {
    const one = await robbed(8)
    await takeBack(one)
    expect((await signIn(one.ada.email, NEW)).body.code).toBe('totp-required')
    expect(await findUser(db, { id: one.ada.id })).toMatchObject({ hasTwoFactor: true })
  })

  test('is announced to the mailbox, with instructions to remove it', async () => {
    const { ada } = await robbed(0)
    const mail = await mailTo(app, ada.email, /two-factor authentication is on/i)
    expect(mail.text).toContain('within 7 days')
    expect(mail.text).toContain('/forgot-password')
  })

  test('leaves the thief’s browser unknown, even if it passed the second factor', async () => {
    const one = await robbed(1)
    await resetByMail(one)
    const devices = await listDevices(db, one.ada.id)
    expect(devices.filter(({ passedSecondFactorAt }) => passedSecondFactorAt !== null)).toEqual([])
  })
})
