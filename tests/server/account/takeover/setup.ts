import { Secret, TOTP } from 'otpauth'
import type { User } from '#shared/accounts/contract.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { findUser } from '#tests/support/state/accounts.ts'

export const OPERATOR = 'operator@example.com'

export const NEW = 'k7#mQz2pp'
export const put = (client: Client, body: unknown) =>
  client.post<User & { code?: string }>('/api/auth/profile', body, { method: 'PUT' })
export const verify = (client: Client, token: string, proof: object = {}) =>
  client.post<{ email: string; user: User | null; code?: string }>('/api/auth/verify-email', { token, ...proof })
export const CONFIRM = /confirm your email/i

/**
 * A started app, and the steps by which an account changes its address or its owner.
 *
 * @param skippedMs  how far the clock of the app is ahead
 */
export async function setUp(skippedMs = () => 0) {
  const app = await startTestApp({
    env: { ADMIN_EMAILS: OPERATOR },
    world: { now: () => new Date(Date.now() + skippedMs()) },
  })
  const { member, visitor, database } = app
  const { db } = database
  const signIn = (email: string, password: string, totp?: string) =>
    visitor().post<User & { code?: string }>('/api/auth/login', { email, password, ...(totp && { totp }) })
  const rowOf = ({ id }: { id: User['id'] }) => findUser(db, { id })
  const linkTo = async (email: string, subject: RegExp) => tokenIn(await mailTo(app, email, subject))

  async function resetByMail(email: string, password = NEW) {
    await visitor().post('/api/auth/forgot-password', { email })
    const token = await linkTo(email, /reset your password/i)
    return visitor().post('/api/auth/reset-forgotten', { token, newPassword: password })
  }
  async function enrol(client: Client) {
    const { body } = await client.post<{ secret: string; code?: string }>('/api/auth/totp/begin')
    if (body.code) return body
    const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: Date.now() + skippedMs() })
    return (await client.post<{ code?: string }>('/api/auth/totp/confirm', { code })).body
  }
  return { app, member, visitor, database, db, signIn, rowOf, linkTo, resetByMail, enrol }
}
