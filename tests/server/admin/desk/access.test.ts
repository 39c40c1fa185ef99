import { describe, expect, test } from 'vitest'
import { LEDGER_CHECKS } from '#server/features/earnings/ledger-checks/run-checks.ts'
import type { Customer } from '#shared/admin/customer.ts'
import type { Contact } from '#shared/contacts/contract.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import { hasUnlocked, listInvestor, reconcile, runJob, startPayment } from '#tests/support/actors/money.ts'
import { bought } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { listLegs, openViolations } from '#tests/support/state/ledger.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { firstViewOf } from '#tests/support/state/orders.ts'
import { deskOf, type Person } from './setup.ts'

const app = await startTestApp()
const { db } = app.database
const desk = await deskOf(app)

const view = async (id: PrincipalId): Promise<Customer> => (await desk.view(id)).body
const versionOf = async (id: PrincipalId) => (await view(id)).grantsVersion
const contactsOf = async (client: Person): Promise<Contact[]> => (await held(client)).contacts ?? []
const mailsTo = async ({ user }: Person) =>
  (await listMails(db, { recipient: user.email, template: 'contact-access' })).map(({ subject }) => subject)
const decisionsOf = async ({ user }: Person) =>
  (await auditEntriesOf(db, user.id)).filter(({ action }) => action !== 'viewed').map(({ action, after }) => [action, after])

/** Violations of ledger checks that name one of these subjects, and the sum of the ledger. */
async function books(subjects: string[]) {
  await reconcile(app)
  await runJob(app, LEDGER_CHECKS)
  const violations = (await openViolations(db)).filter((one) => subjects.some((subject) => JSON.stringify(one).includes(subject)))
  return { violations, total: (await listLegs(db)).reduce((sum, { amount }) => sum + amount, 0) }
}

describe('a contact given by an admin', () => {
  test('is on the devices of the account, without an order, an entry of the ledger or a use of the limit', async () => {
    const ada = await account(app)
    const investor = await startInvestor(app, { weeklyIntroLimit: 1 })
    const before = (await listLegs(db)).length
    const { status, body } = await desk.give(ada.user.principalId, investor.listing, await versionOf(ada.user.principalId))
    expect([status, body.grants.items]).toMatchObject([
      200,
      [{ orderId: null, investorId: investor.listing, status: 'completed', revokedAt: null }],
    ])
    expect(await contactsOf(ada)).toMatchObject([{ id: investor.listing, amount: 0, orderId: body.grants.items[0]?.id }])
    expect(await hasUnlocked(ada, investor.listing)).toBe(true)
    expect((await listLegs(db)).length).toBe(before)
    expect(await firstViewOf(db, body.grants.items[0]?.id ?? '')).toBeUndefined()
    expect(await books([ada.user.principalId, body.grants.items[0]?.id ?? ''])).toEqual({ violations: [], total: 0 })
    expect((await startPayment(await account(app), investor.listing, { vcType: 'platform' })).status).toBe(200)
    expect((await startPayment(ada, investor.listing, { vcType: 'platform' })).body).toMatchObject({
      code: 'unlocks.already-unlocked',
    })
    expect(await mailsTo(ada)).toEqual(['You can read the contact of Alan Platform'])
    expect(await decisionsOf(ada)).toMatchObject([
      ['gave a contact to', { contact: expect.stringContaining(investor.listing), note: 'The payment page failed.' }],
    ])
  })

  test('is given once: a repeated decision, and one of two at the same time, finds that the access has changed', async () => {
    const ada = await account(app)
    const { principalId } = ada.user
    const [first, second] = [await listInvestor(db), await listInvestor(db)]
    const version = await versionOf(principalId)
    const replies = await Promise.all([desk.give(principalId, first, version), desk.give(principalId, second, version)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'review.moved-on',
      current: { version: await versionOf(principalId) },
    })
    expect(await contactsOf(ada)).toHaveLength(1)
    const [grant] = (await view(principalId)).grants.items
    const again = await desk.give(principalId, grant?.investorId ?? '', await versionOf(principalId))
    expect(again).toMatchObject({ status: 409, body: { code: 'unlocks.already-unlocked' } })
    expect(await decisionsOf(ada)).toHaveLength(1)
  })

  test('needs an account, an investor who is there, and another one than the account itself', async () => {
    const { order } = await bought(app, { buyer: app.visitor() })
    const guest = (await order()).principalId
    const investor = await startInvestor(app)
    const own = investor.user.principalId
    expect((await desk.give(guest, await listInvestor(db), await versionOf(guest))).status).toBe(404)
    expect((await desk.give(own, 'vc_nobody', await versionOf(own))).status).toBe(404)
    expect((await desk.give(own, investor.listing, await versionOf(own))).body).toMatchObject({ code: 'unlocks.own-profile' })
    expect((await desk.give(own, await listInvestor(db), await versionOf(own), ' ')).status).toBe(422)
    expect(await contactsOf(investor)).toEqual([])
  })
})

describe('a contact taken back by an admin', () => {
  test('leaves the devices at the next pull, also after the payment was read again, and refunds nothing', async () => {
    const ada = await account(app)
    const { vcId, orderId, order } = await bought(app, { buyer: ada })
    const { grants, grantsVersion } = await view(ada.user.principalId)
    const id = grants.items[0]?.id ?? ''
    expect(await contactsOf(ada)).toHaveLength(1)
    expect((await desk.revoke(ada.user.principalId, id, grantsVersion)).body.grants.items).toMatchObject([
      { id, status: 'completed', revokedAt: expect.any(String) },
    ])
    expect(await contactsOf(ada)).toEqual([])
    expect(await hasUnlocked(ada, vcId)).toBe(false)
    expect(await books([orderId, id])).toEqual({ violations: [], total: 0 })
    expect([(await order()).status, await contactsOf(ada)]).toEqual(['paid', []])
    expect((await listLegs(db, { orderId })).length).toBeGreaterThan(0)
    expect(await mailsTo(ada)).toEqual(['You no longer have access to a contact'])
    expect(await decisionsOf(ada)).toMatchObject([
      ['took a contact back from', { contact: null, note: 'The buyer harassed the investor.' }],
    ])
  })

  test('can be refunded afterwards, given again, and taken back once', async () => {
    const ada = await account(app)
    const { principalId } = ada.user
    const { vcId, orderId, becomes } = await bought(app, { buyer: ada })
    const { grants, grantsVersion } = await view(principalId)
    const id = grants.items[0]?.id ?? ''
    await desk.revoke(principalId, id, grantsVersion)
    expect((await desk.revoke(principalId, id, grantsVersion)).body).toMatchObject({ code: 'review.moved-on' })
    expect((await desk.revoke(principalId, id, await versionOf(principalId))).body).toMatchObject({ code: 'review.moved-on' })
    expect((await desk.give(principalId, vcId, await versionOf(principalId))).status).toBe(200)
    expect(await contactsOf(ada)).toMatchObject([{ id: vcId, amount: 0 }])
    await desk.post('/api/admin/refunds', { orderId, version: null })
    await becomes('refunded')
    expect(await contactsOf(ada)).toMatchObject([{ id: vcId, amount: 0 }])
    const given = (await view(principalId)).grants.items.find(({ orderId: of }) => of === null)
    await desk.revoke(principalId, given?.id ?? '', await versionOf(principalId))
    expect(await contactsOf(ada)).toEqual([])
    expect(await books([orderId])).toEqual({ violations: [], total: 0 })
  })

  test('of a guest is mailed where the receipt went, and one of another customer is not found', async () => {
    const guest = app.visitor()
    const { order } = await bought(app, { buyer: guest, email: 'guest@receipt.example' })
    const { principalId } = await order()
    const [ada, grant] = [await account(app), (await view(principalId)).grants.items[0]?.id ?? '']
    expect((await desk.revoke(ada.user.principalId, grant, await versionOf(ada.user.principalId))).status).toBe(404)
    expect((await desk.revoke(principalId, grant, await versionOf(principalId))).status).toBe(200)
    expect(await listMails(db, { recipient: 'guest@receipt.example', template: 'contact-access' })).toHaveLength(1)
  })
})
