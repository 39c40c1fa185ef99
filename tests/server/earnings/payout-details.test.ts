import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payoutDetails, payoutLines, vcs } from '#drizzle/schema/index.ts'
import { issueLink } from '#server/features/accounts/credentials/tokens.ts'
import type { AdminPayouts, PayoutBatch, PayoutLine } from '#shared/earnings/admin.ts'
import type { FullDetails, OwnPayoutDetails } from '#shared/earnings/payout-details.ts'
import { cents } from '#shared/money.ts'
import { grantAdmin, proveNow } from '#tests/support/actors/admins.ts'
import { buy, movableClock } from '#tests/support/actors/earnings.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import { startTestApp } from '#tests/support/app.ts'
import { tablesThatSay } from '#tests/support/database/tables-that-say.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { listMails, mailKindsTo } from '#tests/support/state/mails.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now } })
const { db } = app.database
const admin = await app.member()
await grantAdmin(app, admin)

type Investor = Awaited<ReturnType<typeof startInvestor>>
type Refused = { code?: string; fields?: { path: string; message: string }[] }

const OWN = '/api/earnings/payout-details'
const GERMAN = { kind: 'iban', holder: 'Grace Hopper', country: 'DE', iban: 'DE89 3704 0044 0532 0130 00' }
const BRITISH = { kind: 'iban', holder: 'Grace Hopper', country: 'GB', iban: 'GB29NWBK60161331926819' }
const NUMBERS = ['DE89370400440532013000', '0532 0130 00', '370400440532013000']

const save = async (by: Investor, body: object = GERMAN) => {
  await proveNow(app, by)
  return by.post<OwnPayoutDetails & Refused>(OWN, body, { method: 'PUT' })
}
const stored = async ({ user }: Investor) => {
  const [row] = await db.select().from(payoutDetails).where(eq(payoutDetails.userId, user.id))
  return row
}
const postAdmin = async <Reply = PayoutBatch>(path: string, body?: object) => {
  await proveNow(app, admin)
  return admin.post<Reply & Refused>(`/api/admin/payouts${path}`, body)
}
const accountOf = ({ listing }: Investor) => `investor_payable:${listing}`
const payableOf = async (investor: Investor) =>
  (await admin.get<AdminPayouts>('/api/admin/payouts')).body.accounts.find(({ account }) => account === accountOf(investor))
const lineOf = ({ lines }: PayoutBatch, investor: Investor) =>
  lines.find(({ account }) => account === accountOf(investor)) as PayoutLine
const show = (batch: PayoutBatch, investor: Investor) =>
  postAdmin<FullDetails>(`/${batch.id}/lines/${lineOf(batch, investor).id}/details`)

/** An investor with $85.00 that can be paid out, without payout details. */
async function withEarnings(): Promise<Investor> {
  const investor = await startInvestor(app, { price: cents(10_000) })
  await db.delete(payoutDetails).where(eq(payoutDetails.userId, investor.user.id))
  await buy(app, app.visitor(), investor.listing)
  clock.forwardDays(8)
  // A session ends once it was not used for a month.
  await admin.get('/api/admin/payouts')
  return investor
}

test('an investor stores where to be paid, and only the masked form is sent back or readable', async () => {
  const investor = await withEarnings()
  expect((await investor.get<OwnPayoutDetails>(OWN)).body).toEqual({ state: 'none' })
  const { status, body } = await save(investor)
  const masked = { kind: 'iban', holder: 'Grace Hopper', country: 'DE', lastFour: '3000' }
  expect([status, body]).toEqual([
    200,
    { state: 'stored', details: masked, changedAt: (await stored(investor))?.changedAt.toISOString() },
  ])
  const read = await investor.get<OwnPayoutDetails>(OWN)
  expect(read.body).toEqual(body)
  expect(await tablesThatSay(db, NUMBERS)).toEqual([])
  const entries = await auditEntriesOf(db, investor.user.id)
  expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['changed the payout details of', { country: null, lastFour: null }, { country: 'DE', lastFour: '3000' }],
  ])
  const [mail] = await listMails(db, { template: 'payout-details-changed', recipient: investor.user.email })
  expect(mail?.text).toContain('Grace Hopper, DE •••• 3000')
  expect(mail?.text).toContain('If this wasn’t you')
  const taken = (await investor.get<string>('/api/auth/export')).body
  expect(JSON.stringify(taken)).toContain('3000')
  for (const number of NUMBERS) expect(JSON.stringify(taken)).not.toContain(number)
})

test('a wrong number is refused with its field and the remedy, and nothing is stored', async () => {
  const investor = await withEarnings()
  const { status, body } = await save(investor, { ...GERMAN, iban: 'DE89 3704 0044 0532 0310 00' })
  expect([status, body.code, body.fields?.map(({ path }) => path)]).toEqual([422, 'invalid', ['iban']])
  expect(body.fields?.[0]?.message).toContain('Compare it with your bank statement')
  expect(await stored(investor)).toBeUndefined()
})

test('only a recently proved session of an approved investor changes or removes the details', async () => {
  const investor = await startInvestor(app)
  clock.forwardDays(1)
  const late = await investor.post<Refused>(OWN, BRITISH, { method: 'PUT' })
  expect([late.status, late.body.code]).toEqual([403, 'step-up'])
  const removal = await investor.post<Refused>(OWN, undefined, { method: 'DELETE' })
  expect([removal.status, removal.body.code]).toEqual([403, 'step-up'])
  expect((await stored(investor))?.masked.lastFour).toBe('3000')

  const founder = await app.member()
  expect((await founder.get<OwnPayoutDetails>(OWN)).body).toEqual({ state: 'off' })
  await proveNow(app, founder)
  expect((await founder.post(OWN, BRITISH, { method: 'PUT' })).status).toBe(403)
  expect((await app.visitor().get(OWN)).status).toBe(401)

  await proveNow(app, investor)
  expect((await investor.post<OwnPayoutDetails>(OWN, undefined, { method: 'DELETE' })).body).toEqual({ state: 'none' })
  expect(await stored(investor)).toBeUndefined()
  expect(await mailKindsTo(db, investor.user.email)).toContain('payout-details-removed')
})

test('a ciphertext that is copied to another row does not open', async () => {
  const [victim, thief] = [await withEarnings(), await withEarnings()]
  await save(victim)
  await save(thief, BRITISH)
  const sealed = (await stored(victim))?.sealed ?? new Uint8Array()
  await db.update(payoutDetails).set({ sealed }).where(eq(payoutDetails.userId, thief.user.id))
  const { body: batch } = await postAdmin('')
  expect((await show(batch, thief)).status).toBe(500)
  expect((await show(batch, victim)).body.details).toMatchObject({ iban: 'DE89370400440532013000' })
  await postAdmin(`/${batch.id}/withdraw`)
})

test('a payout without details is not prepared, and its investor is reminded once a week', async () => {
  const investor = await withEarnings()
  expect(await payableOf(investor)).toMatchObject({
    standing: 'ready',
    details: { masked: null, changedAt: null, isNew: false, remindedAt: null },
  })
  const remind = () => postAdmin('/remind', { account: accountOf(investor) })
  expect((await Promise.all([remind(), remind()])).map(({ status }) => status).sort()).toEqual([200, 429])
  clock.forwardDays(6)
  expect((await remind()).body.code).toBe('too-many-requests')
  clock.forwardDays(1)
  expect((await remind()).status).toBe(200)
  expect((await payableOf(investor))?.details?.remindedAt?.slice(0, 10)).toBe(clock.now().toISOString().slice(0, 10))
  const mails = await listMails(db, { template: 'payout-details-missing', recipient: investor.user.email })
  expect(mails).toHaveLength(2)
  expect((await held(investor)).notices?.map(({ kind }) => kind).slice(0, 2)).toEqual([
    'payout-details-needed',
    'payout-details-needed',
  ])
  expect(mails[0]?.text).toContain('$85.00')

  const made = await postAdmin('')
  expect(made.status === 200 ? lineOf(made.body, investor) : made.body.code).toSatisfy(
    (answer) => answer === undefined || answer === 'payouts.nothing',
  )
  if (made.status === 200) await postAdmin(`/${made.body.id}/withdraw`)
  await save(investor)
  expect((await remind()).body.code).toBe('review.moved-on')
  expect((await payableOf(investor))?.details).toMatchObject({ masked: { lastFour: '3000' }, isNew: true })
  clock.forwardDays(7)
  expect((await payableOf(investor))?.details?.isNew).toBe(false)
})

test('an admin sees the full details of a line that waits, uncached, and each view is in the audit log', async () => {
  const investor = await withEarnings()
  await save(investor, { ...GERMAN, bankName: ' Commerzbank ' })
  const { body: batch } = await postAdmin('')
  const shown = await show(batch, investor)
  expect(shown.headers.get('cache-control')).toBe('no-store')
  expect(shown.body).toEqual({
    details: { kind: 'iban', holder: 'Grace Hopper', country: 'DE', iban: 'DE89370400440532013000', bankName: 'Commerzbank' },
    changedAt: (await stored(investor))?.changedAt.toISOString(),
    isNew: true,
  })
  await show(batch, investor)
  const views = (await auditEntriesOf(db, investor.user.id)).filter(({ action }) => action === 'viewed the payout details of')
  expect(views.map(({ actorId, after }) => [actorId, after])).toEqual(
    Array(2).fill([admin.user.id, { line: lineOf(batch, investor).id, lastFour: '3000' }]),
  )
  await proveNow(app, investor)
  const path = `/api/admin/payouts/${batch.id}/lines/${lineOf(batch, investor).id}/details`
  expect((await investor.post(path)).status).toBe(403)
  // The list of the queue contains the masked form only.
  const queue = JSON.stringify((await admin.get('/api/admin/payouts')).body)
  expect(queue).toContain('3000')
  for (const number of NUMBERS) expect(queue).not.toContain(number)
  await postAdmin(`/${batch.id}/withdraw`)
  expect((await show(batch, investor)).body.code).toBe('payouts.closed')
})

test('a payout keeps the masked destination that it went to, and later changes do not rewrite it', async () => {
  const investor = await withEarnings()
  await save(investor)
  const { body: batch } = await postAdmin('')
  expect((await postAdmin(`/${batch.id}/pay`, { reference: 'BANK-9' })).status).toBe(200)
  await save(investor, BRITISH)
  const masked = { kind: 'iban', holder: 'Grace Hopper', country: 'DE', lastFour: '3000' }
  const { batches } = (await admin.get<AdminPayouts>('/api/admin/payouts')).body
  const line = lineOf(batches.find(({ id }) => id === batch.id) as PayoutBatch, investor)
  expect(line).toMatchObject({ status: 'paid', paidTo: masked })
  expect(line.details).toBeUndefined()
  const entries = (await held(investor)).earnings
  expect(entries?.find(({ kind }) => kind === 'payout')).toMatchObject({ paidTo: masked, reference: 'BANK-9' })
  const [mail] = await listMails(db, { template: 'payout', recipient: investor.user.email })
  expect(mail?.text).toContain('Paid to: Grace Hopper, DE •••• 3000')
})

test('a batch is not marked as paid while an investor has no details, or has new ones that no admin has seen', async () => {
  const investor = await withEarnings()
  await save(investor)
  const { body: batch } = await postAdmin('')
  const pay = async () => (await postAdmin(`/${batch.id}/pay`, { reference: 'BANK-10' })).body.code
  await proveNow(app, investor)
  expect((await investor.post(OWN, undefined, { method: 'DELETE' })).status).toBe(200)
  expect(await pay()).toBe('payouts.no-details')
  expect((await show(batch, investor)).body.code).toBe('payouts.no-details')

  clock.forwardDays(1)
  await save(investor, BRITISH)
  expect(await pay()).toBe('payouts.details-changed')
  expect((await show(batch, investor)).body.details).toMatchObject({ iban: 'GB29NWBK60161331926819' })
  clock.forwardDays(1)
  await save(investor)
  expect(await pay()).toBe('payouts.details-changed')
  await show(batch, investor)
  expect(await pay()).toBeUndefined()
})

test('details that are removed after an admin has viewed them do not hold up the payout: it may have been sent', async () => {
  const investor = await withEarnings()
  await save(investor)
  const { body: batch } = await postAdmin('')
  await show(batch, investor)
  await proveNow(app, investor)
  expect((await investor.post(OWN, undefined, { method: 'DELETE' })).status).toBe(200)
  const paid = await postAdmin(`/${batch.id}/pay`, { reference: 'BANK-12' })
  expect(paid.status).toBe(200)
  expect(lineOf(paid.body, investor)).toMatchObject({ status: 'paid', paidTo: { country: 'DE', lastFour: '3000' } })
})

test('a batch that the previous release prepared is paid without details: the team knows where to', async () => {
  const investor = await withEarnings()
  await save(investor)
  const { body: batch } = await postAdmin('')
  await db.update(payoutLines).set({ paidTo: null }).where(eq(payoutLines.batchId, batch.id))
  await db.delete(payoutDetails).where(eq(payoutDetails.userId, investor.user.id))
  const { batches } = (await admin.get<AdminPayouts>('/api/admin/payouts')).body
  expect(lineOf(batches.find(({ id }) => id === batch.id) as PayoutBatch, investor).details).toBeUndefined()
  const paid = await postAdmin(`/${batch.id}/pay`, { reference: 'BANK-13' })
  expect(paid.status).toBe(200)
  expect(lineOf(paid.body, investor)).toMatchObject({ status: 'paid' })
})

const linkOf = async ({ user: { id: userId, email } }: Investor, purpose: 'reset-password' | 'keep-email') =>
  (await issueLink(db, { purpose, userId, email, now: clock.now() })).token

test.each<[name: string, recover: (investor: Investor) => Promise<{ status: number }>]>([
  [
    'a reset of the password by mail',
    async (investor) => {
      const reset = { token: await linkOf(investor, 'reset-password'), newPassword: 'a-new-password-of-mine' }
      return app.visitor().post('/api/auth/reset-forgotten', reset)
    },
  ],
  [
    'the link that keeps an address',
    async (investor) => app.visitor().post('/api/auth/keep-email', { token: await linkOf(investor, 'keep-email') }),
  ],
  [
    'a recovery by an admin',
    async ({ user }) => {
      await proveNow(app, admin)
      return admin.post('/api/admin/accounts/recover', { email: user.email, reason: 'Showed a passport.' })
    },
  ],
])('%s removes the details, because another person may have entered them', async (_name, recover) => {
  const investor = await startInvestor(app)
  await save(investor)
  expect((await recover(investor)).status).toBe(200)
  expect(await stored(investor)).toBeUndefined()
  expect(await mailKindsTo(db, investor.user.email)).toContain('payout-details-removed')
})

test('the details are deleted with the account, and with them the destination of earlier payouts', async () => {
  const investor = await withEarnings()
  await save(investor, { ...GERMAN, holder: 'Bartholomew Holder' })
  const { body: batch } = await postAdmin('')
  expect((await postAdmin(`/${batch.id}/pay`, { reference: 'BANK-11' })).status).toBe(200)
  expect((await tablesThatSay(db, ['Bartholomew Holder'])).sort()).toEqual(['mail_outbox', 'payout_details', 'payout_lines'])
  await proveNow(app, investor)
  expect((await investor.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
  expect(await tablesThatSay(db, ['Bartholomew Holder'])).toEqual([])
})

test('a record that changes its owner takes no details along', async () => {
  const [investor, other] = [await withEarnings(), await startInvestor(app)]
  await save(investor)
  await db.delete(payoutDetails).where(eq(payoutDetails.userId, other.user.id))
  const { body: batch } = await postAdmin('')
  await db.update(vcs).set({ userId: other.user.id }).where(eq(vcs.id, investor.listing))
  expect((await show(batch, investor)).body.code).toBe('payouts.not-covered')
  await postAdmin(`/${batch.id}/withdraw`)
  expect(await payableOf(investor)).toMatchObject({ email: other.user.email, details: { masked: null } })
})

test('where the provider pays investors, nothing is entered and nothing is required', async () => {
  const other = await startTestApp({ world: { now: clock.now }, env: { STRIPE_CONNECT: 'true' } })
  const investor = await startInvestor(other)
  expect((await investor.get<OwnPayoutDetails>(OWN)).body).toEqual({ state: 'off' })
  await proveNow(other, investor)
  const refused = await investor.post<Refused>(OWN, GERMAN, { method: 'PUT' })
  expect([refused.status, refused.body.code]).toEqual([404, 'not-found'])
})
