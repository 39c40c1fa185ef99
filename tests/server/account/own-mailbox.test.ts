import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import type { User } from '#shared/accounts/contract.ts'
import { confirmUnlock, hasUnlocked, listInvestor, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { codeIn, mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { findUser } from '#tests/support/state/accounts.ts'

const OPERATOR = 'operator@example.com'
const app = await startTestApp({ env: { ADMIN_EMAILS: OPERATOR } })
const { member, visitor, database } = app
const { db } = database

const isVerified = async (client: Client) => (await client.get<User>('/api/auth/user')).body.emailVerified
const stepUp = (client: Client, proof: object) => client.post<User>('/api/auth/step-up', proof)
const startClaim = (client: Client, email: string) => client.post('/api/claims', { email })
const confirmClaim = (client: Client, code: string) => client.post('/api/claims/confirm', { code })
const confirmLink = (client: Client, token: string) => client.post('/api/profile-requests/confirm', { token })
const stepUpCode = async (email: string) => codeIn(await mailTo(app, email, /^(?!.*claim).*code/i))
const claimCode = async (email: string) => codeIn(await mailTo(app, email, /restore purchases/i))

/** Purchases of a guest with an address belong to its account once the address is verified. */
async function boughtAs(email: string) {
  const [guest, vcId] = [visitor(), await listInvestor(db)]
  const { clientSecret } = (await startPayment(guest, vcId, { email })).body
  await payWithCard(app, clientSecret, '4242424242424242')
  expect((await confirmUnlock(guest, clientSecret, vcId)).status).toBe(200)
  return vcId
}

/** A listed record, and the link that claims it. */
async function claimLink(email: string, mailbox = email) {
  const id = await listInvestor(db, { email: mailbox, name: `Grace of ${email}` })
  await visitor().post(`/api/listings/${id}/claim`, {})
  return { id, token: tokenIn(await mailTo(app, mailbox, /Take over/)) }
}

describe('the address of an account is verified in its session', () => {
  const proofs: [string, string, (ada: Client, email: string) => Promise<{ status: number }>][] = [
    [
      'by a mailed step-up code',
      'code',
      async (ada, email) => {
        await ada.post('/api/auth/code')
        return stepUp(ada, { code: await stepUpCode(email) })
      },
    ],
    [
      'by a code that claims purchases of the address',
      'claim',
      async (ada, email) => {
        await startClaim(ada, email.toUpperCase())
        return confirmClaim(ada, await claimCode(email))
      },
    ],
    [
      'by a link that claims a profile with the address',
      'link',
      async (ada, email) => confirmLink(ada, (await claimLink(email)).token),
    ],
  ]
  test.each(proofs)('%s, and purchases that a guest made with it are transferred', async (_, name, prove) => {
    const email = `proof-${name}@example.com`
    const vcId = await boughtAs(email)
    const ada = await member({ email })
    expect([await isVerified(ada), await hasUnlocked(ada, vcId)]).toEqual([false, false])
    expect((await prove(ada, email)).status).toBe(200)
    expect([await isVerified(ada), await hasUnlocked(ada, vcId)]).toEqual([true, true])
    expect((await findUser(db, { id: ada.user.id }))?.passwordProvedAt).toBeInstanceOf(Date)

    // From now on a reset of its password does not reset the account.
    await visitor().post('/api/auth/forgot-password', { email })
    const mail = await mailTo(app, email, /reset your password/i)
    expect(mail.text).not.toContain('never confirmed')
    const reset = { token: tokenIn(mail), newPassword: 'k7#mQz2pp' }
    expect((await visitor().post('/api/auth/reset-forgotten', reset)).status).toBe(200)
    expect(await findUser(db, { id: ada.user.id })).toMatchObject({ firstName: 'Ada' })
  })

  test('not by the password, nor by a code or link mailed to another mailbox', async () => {
    const ada = await member({ email: 'not-proved@example.com' })
    expect((await stepUp(ada, { password: ada.password })).status).toBe(200)
    await startClaim(ada, 'another@example.com')
    expect((await confirmClaim(ada, await claimCode('another@example.com'))).status).toBe(200)
    const { token } = await claimLink('not-proved@example.com', 'third@example.com')
    expect((await confirmLink(ada, token)).status).toBe(200)
    expect(await isVerified(ada)).toBe(false)
  })

  test('not by a link to a mailbox that the record had before it contained this address', async () => {
    const eve = await member({ email: 'later@example.com' })
    const { id, token } = await claimLink('later@example.com', 'earlier@example.com')
    await db
      .update(directoryInvestors)
      .set({ email: 'later@example.com', updatedAt: new Date(Date.now() + 1000) })
      .where(eq(directoryInvestors.id, id))
    expect(await confirmLink(eve, token)).toMatchObject({ status: 409, body: { code: 'accounts.link-invalid' } })
    expect(await isVerified(eve)).toBe(false)
  })

  test('not in the session of another account, nor without a session', async () => {
    const ada = await member({ email: 'claimed-by-eve@example.com' })
    const eve = await member()
    await startClaim(eve, 'claimed-by-eve@example.com')
    expect((await confirmClaim(eve, await claimCode('claimed-by-eve@example.com'))).status).toBe(200)
    expect([await isVerified(ada), await isVerified(eve)]).toEqual([false, false])
  })

  test('not by a six-digit code if the address is an admin’s, because digits can be guessed', async () => {
    const eve = await member({ email: OPERATOR })
    await eve.post('/api/auth/code')
    expect((await stepUp(eve, { code: await stepUpCode(OPERATOR) })).status).toBe(200)
    await startClaim(eve, OPERATOR)
    expect((await confirmClaim(eve, await claimCode(OPERATOR))).status).toBe(200)
    expect(await isVerified(eve)).toBe(false)
    expect((await eve.get('/api/admin/vcs')).status).toBe(403)
  })
})
