import { expect, test } from 'vitest'
import type { AdminTicket } from '#shared/help/admin.ts'
import type { TicketTaken } from '#shared/help/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { patch, setUp } from '#tests/server/admin/setup.ts'
import { approveInvestor, listInvestor } from '#tests/support/actors/money.ts'
import { ask as askRefund, bought, admin as refundAdmin } from '#tests/support/actors/refunds.ts'
import { kindsOf, noticesOf, withoutNotices } from './setup.ts'

const stage = await setUp({ DECISION_MAIL_DELAY_SECONDS: '60' })
const { app, member, apply, publish, ask, vcOf, entriesOf, undo, admin, db } = stage

/** Notices of a client, as the kind and what was decided. */
const said = async (client: Parameters<typeof noticesOf>[0]) =>
  (await noticesOf(client)).map(({ kind, facts }) => ({ kind, ...facts }))

const verify = async (id: VcId, body: object) =>
  expect((await patch(admin, `/vcs/${id}/verify`, { ...body, version: (await vcOf(admin, id)).version })).status).toBe(200)

test('a decision about an application is noticed by its owner; one that is undone at once is not', async () => {
  const owner = await member({ userType: 'vc' })
  const id = await apply(owner)
  await verify(id, { isVerified: true })
  expect(await said(owner)).toEqual([{ kind: 'application', status: 'approved' }])
  expect((await undo(admin, (await entriesOf(admin, id))[0])).status).toBe(200)
  expect(await said(owner)).toEqual([])
  const refused = await member({ userType: 'vc' })
  await verify(await apply(refused), { isVerified: false, reason: 'No website' })
  expect(await said(refused)).toEqual([{ kind: 'application', status: 'rejected' }])
  // The reason of an admin is in the listing and the mail.
  expect(JSON.stringify(await noticesOf(refused))).not.toContain('website')
})

test('a decision that was mailed stays noticed, and its undo is a notice of its own', async () => {
  const owner = await member({ userType: 'vc' })
  const id = await apply(owner)
  await verify(id, { isVerified: true })
  const past = app.database.sql`update mail_outbox set sent_at = now(), attempts = 1 where recipient = ${owner.user.email}`
  await past.execute()
  await undo(admin, (await entriesOf(admin, id))[0])
  expect(await said(owner)).toEqual([
    { kind: 'application', status: 'pending' },
    { kind: 'application', status: 'approved' },
  ])
})

test('decisions about a project and an introduction are noticed by the founder', async () => {
  const founder = await member()
  const projectId = await publish({ userId: founder.user.id })
  await patch(admin, `/projects/${projectId}`, { status: 'verified' })
  const vcId = await approveInvestor(db)
  const intro = await ask(vcId, founder)
  await patch(admin, `/intros/${intro}`, { answer: 'forwarded' })
  await patch(admin, `/intros/${intro}`, { answer: 'forwarded', note: 'They are away' })
  expect(await said(founder)).toMatchObject([
    { kind: 'intro', vcId, answer: 'forwarded' },
    { kind: 'project', projectId, status: 'verified' },
  ])
})

test('a decision is stored with its notice or not at all', async () => {
  const owner = await member({ userType: 'vc' })
  const id = await apply(owner)
  const decided = await withoutNotices(db, 'application', () => patch(admin, `/vcs/${id}/verify`, { isVerified: true }))
  expect(decided.status).toBe(500)
  expect(await vcOf(admin, id)).toMatchObject({ reviewStatus: 'pending', isVerified: false })
})

test('a request about a profile is noticed by the account that has proved the address, and by no other', async () => {
  const [asker, unproved] = [await member(), await member()]
  await db.execute(`update users set email_verified_at = now() where id = '${asker.user.id}'`)
  await db.execute(`update users set email_verified_at = null where id = '${unproved.user.id}'`)
  for (const { user } of [asker, unproved]) {
    const vcId = await listInvestor(db, { email: null })
    await app.visitor().post(`/api/listings/${vcId}/claim`, { email: user.email.toUpperCase(), message: 'This is me' })
    const open = (await admin.get<{ id: string; vcId: string }[]>('/api/admin/profile-requests')).body
    const { id } = open.find((one) => one.vcId === vcId) ?? {}
    expect((await patch(admin, `/profile-requests/${id}`, { decision: 'decline' })).status).toBe(200)
  }
  expect(await said(asker)).toMatchObject([{ kind: 'profile-request', request: 'claim', isApproved: false }])
  expect(await kindsOf(unproved)).toEqual([])
})

test('each answer to a message is noticed by its author, a guest as well; to close it without a text is not', async () => {
  const guest = app.visitor()
  const { body } = await guest.post<TicketTaken>('/api/submit-request', { message: 'A map of investors, please.' })
  const answer = async (reply: object) => {
    const seen = (await admin.get<AdminTicket[]>('/api/admin/tickets')).body.find(({ id }) => id === body.ticketId)
    const sent = await admin.post(`/api/admin/tickets/${body.ticketId}/reply`, { ...reply, version: seen?.version })
    expect(sent.status).toBe(200)
  }
  for (const text of ['Soon.', 'It is there.']) await answer({ text, close: false })
  await answer({ close: true })
  const answered = { kind: 'ticket-answered', ticketId: body.ticketId, about: 'feedback' }
  expect(await said(guest)).toEqual([answered, answered])
})

test('a declined refund is noticed by its buyer; an approved one once, and then that it has arrived', async () => {
  const team = await refundAdmin(app)
  const { buyer, orderId, becomes, order } = await bought(app)
  const { amount } = await order()
  await askRefund(buyer, orderId)
  const [request] = await team.refunds()
  await team.reject(request?.id ?? '', 'The week is over')
  expect(await said(buyer)).toEqual([{ kind: 'refund-declined', orderId, amount }])
  expect((await team.approve(request?.id ?? '', { overCap: true })).status).toBe(200)
  await becomes('refunded')
  await expect
    .poll(() => said(buyer))
    .toEqual([
      { kind: 'refund-paid', orderId, amount },
      { kind: 'refund-declined', orderId, amount },
    ])
})
