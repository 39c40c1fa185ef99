import { expect, onTestFinished, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { type Switch, switchedOffTexts } from '#shared/switches/contract.ts'
import { account } from '#tests/support/actors/account.ts'
import { giveRoles } from '#tests/support/actors/admins.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { confirmBooking, freeSlots } from '#tests/support/actors/bookings.ts'
import { approveInvestor, CARDS, confirmUnlock, listInvestor, payWithCard, startPayment } from '#tests/support/actors/money.ts'
import { begin, listFund, startPerson } from '#tests/support/actors/order-kinds.ts'
import { founder, startScout, startVisibility } from '#tests/support/actors/publishing.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { listCalls } from '#tests/support/state/calls.ts'
import { listOrders } from '#tests/support/state/orders.ts'

const app = await startTestApp()
const { db } = app.database
const owner = await account(app)
await giveRoles(app, owner, ['owner'])

const change = (feature: Switch, isOff: boolean) =>
  owner.post(`/api/admin/switches/${feature}`, { isOff, reason: 'Spam.' }, { method: 'PATCH' })
/** Off until the test ends. */
async function switchOff(feature: Switch) {
  expect((await change(feature, true)).status).toBe(200)
  onTestFinished(async () => void (await change(feature, false)))
}
const refusalOf = (feature: Switch) => ({ status: 403, body: { code: 'switched-off', message: switchedOffTexts[feature] } })

async function bookSlot(by: Client, vcId: VcId, given?: { start: string; end: string }) {
  const slot = given ?? (await freeSlots(by, vcId))[0]
  const details = { name: 'Noa', email: 'noa@anvil.example' }
  const reply = await by.post<{ clientSecret: string }>('/api/create-meeting-payment', {
    ...{ vcId, selectedSlot: slot, bookingDetails: details },
  })
  return { ...reply, slot }
}

test('without guest checkout, a guest opens no payment of any kind, and an account does', async () => {
  const [vcId, host, fund] = [await listInvestor(db), await approveInvestor(db), await listFund(db)]
  await switchOff('guest-checkout')
  const guest = app.visitor()
  expect(await startPayment(guest, vcId)).toMatchObject(refusalOf('guest-checkout'))
  expect(await startPerson(guest, fund.id)).toMatchObject(refusalOf('guest-checkout'))
  expect(await bookSlot(guest, host)).toMatchObject(refusalOf('guest-checkout'))
  expect(await listCalls(db, { vcId: host })).toEqual([])
  expect((await startPayment(await account(app), vcId)).status).toBe(200)
})

test('a guest who began to pay before it was switched off finishes, and gets the contact', async () => {
  const vcId = await listInvestor(db)
  const guest = app.visitor()
  const begun = await startPayment(guest, vcId)
  await switchOff('guest-checkout')
  // The same click again: its order is open.
  const again = await startPayment(guest, vcId)
  expect(again).toMatchObject({ status: 200, body: { clientSecret: begun.body.clientSecret } })
  await payWithCard(app, begun.body.clientSecret, CARDS.good)
  expect((await confirmUnlock(guest, begun.body.clientSecret, vcId)).status).toBe(200)
})

test('without bookings no time is held, and a call that was begun before is booked', async () => {
  const [vcId, other] = [await approveInvestor(db), await approveInvestor(db)]
  const buyer = await account(app)
  const begun = await bookSlot(buyer, vcId)
  expect(begun.status).toBe(200)
  await switchOff('bookings')
  expect(await bookSlot(buyer, other)).toMatchObject(refusalOf('bookings'))
  expect(await listCalls(db, { vcId: other })).toEqual([])
  const again = await bookSlot(buyer, vcId, begun.slot)
  expect(again).toMatchObject({ status: 200, body: { clientSecret: begun.body.clientSecret } })
  await payWithCard(app, begun.body.clientSecret, CARDS.good)
  expect((await confirmBooking(buyer, begun.body.clientSecret, vcId, begun.slot)).status).toBe(200)
  // Contacts are sold as before.
  expect((await startPayment(buyer, await listInvestor(db))).status).toBe(200)
})

test.each(['decision_maker', 'scout_publish', 'project_visibility'] as const)(
  'a %s that was begun before the switch is paid and delivered, and no new one begins',
  async (kind) => {
    const feature = kind === 'decision_maker' ? 'cold-scout' : 'scout-publishing'
    const begun = await begin(app, kind)
    await switchOff(feature)
    expect((await begun.again()).reply.status).toBe(200)
    await begun.pay(CARDS.good)
    expect(await begun.confirm()).toBe(true)
    expect(await begun.isHeld()).toBe(true)

    const late = kind === 'decision_maker' ? undefined : await founder(app)
    const refused =
      late === undefined
        ? await startPerson(await account(app), (await listFund(db)).id)
        : await (kind === 'scout_publish' ? startScout(late) : startVisibility(late))
    expect(refused).toMatchObject(refusalOf(feature))
    if (late) expect(await listOrders(db, { targetId: late.projectId })).toEqual([])
  },
)

test('without Scout publishing, a withdrawn project is put back once it is on again', async () => {
  const { buyer, targetId, pay, confirm } = await begin(app, 'project_visibility')
  await pay(CARDS.good)
  expect(await confirm()).toBe(true)
  const act = (what: string) => buyer.post(`/api/projects/${targetId}/${what}`)
  await switchOff('scout-publishing')
  expect((await act('withdraw')).status).toBe(200)
  expect(await act('put-back')).toMatchObject(refusalOf('scout-publishing'))
  await change('scout-publishing', false)
  expect((await act('put-back')).status).toBe(200)
})

test('without applications none is submitted, and none is stored', async () => {
  const applicant = await account(app)
  await switchOff('applications')
  expect(await applicant.post('/api/vcs', sampleApplication())).toMatchObject(refusalOf('applications'))
  await change('applications', false)
  expect((await applicant.post('/api/vcs', sampleApplication())).status).toBe(200)
})
