import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payoutLines, vcs } from '#drizzle/schema/index.ts'
import { bookRules } from '#server/features/earnings/ledger-checks/invariants.ts'
import { runRule } from '#server/features/earnings/ledger-checks/queries.ts'
import { closeBatch, closeLines, insertPayoutLegs } from '#server/features/earnings/payouts/queries.ts'
import type { AdminPayouts, PayoutBatch } from '#shared/earnings/admin.ts'
import type { Earnings } from '#shared/earnings/contract.ts'
import { NEW_OWNER_DAYS } from '#shared/earnings/maturity.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { buy, movableClock, staySignedIn } from '#tests/support/actors/earnings.ts'
import { listInvestor, runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'
import { findPayoutAccount, listPayoutLines } from '#tests/support/state/earnings.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { listProviderObjects } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now }, env: { STRIPE_CONNECT: 'true' } })
const { db } = app.database
const admin = await account(app, { isAdmin: true })

/** After this time the earnings of a record are payable to its new owner. */
const WAIT_DAYS = NEW_OWNER_DAYS + 1

type Investor = Awaited<ReturnType<typeof anInvestor>>
const forwardDays = async (days: number) => {
  clock.forwardDays(days)
  await staySignedIn(db, clock.now())
}
const make = async () => (await admin.post<PayoutBatch>('/api/admin/payouts')).body
const pay = (id: string) => admin.post<PayoutBatch & { code?: string }>(`/api/admin/payouts/${id}/pay`, { reference: 'BANK-1' })
const payouts = async () => (await admin.get<AdminPayouts>('/api/admin/payouts')).body
const earningsOf = async (investor: Investor) => (await investor.get<Earnings>('/api/earnings')).body
const payoutsOf = async (investor: Investor) => (await earningsOf(investor)).entries.filter(({ kind }) => kind === 'payout')
const lineOf = ({ lines }: PayoutBatch, record: VcId) => {
  const line = lines.find((one) => one.account === `investor_payable:${record}`)
  if (!line) throw new Error(`Nothing of the batch goes to ${record}`)
  return line
}
const revoke = (listing: VcId) =>
  admin.send(`/api/admin/vcs/${listing}/verify`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ isVerified: false, reason: 'It was somebody else.' }),
  })

/** A record with a sale, and the account that has claimed it with the team’s approval. */
async function claimed() {
  await staySignedIn(db, clock.now())
  const record = await listInvestor(db, { price: cents(20_000) })
  await buy(app, app.visitor(), record)
  const claimant = await anInvestor(app, { replacesId: record })
  await forwardDays(WAIT_DAYS)
  return { record, claimant }
}

/** The team finds that the claim was false, and approves that of the record’s owner. */
async function handOver(record: VcId, from: Investor): Promise<Investor> {
  expect((await revoke(from.listing)).status).toBe(200)
  const owner = await anInvestor(app, { replacesId: record })
  // By the clock of the test, which is ahead of the database’s.
  await db.update(vcs).set({ replacedAt: clock.now() }).where(eq(vcs.id, owner.listing))
  await forwardDays(WAIT_DAYS)
  return owner
}

async function connectBank(investor: Investor) {
  const { body } = await investor.post<{ url: string }>('/api/earnings/account')
  await fetch(body.url, { redirect: 'manual' })
  return until(
    () => findPayoutAccount(db, investor.user.id),
    (found) => found?.arePayoutsEnabled === true,
  )
}

test('a line that was prepared for a claimant is not paid once the record belongs to its owner, and the next batch pays the owner', async () => {
  const { record, claimant } = await claimed()
  const batch = await make()
  expect(lineOf(batch, record)).toMatchObject({ email: claimant.user.email, isCovered: true })

  const owner = await handOver(record, claimant)
  const [seen] = (await payouts()).batches
  expect(seen && lineOf(seen, record)).toMatchObject({ email: claimant.user.email, isCovered: false })
  // Its amount already belongs to the owner, who has no payout in transit.
  expect((await earningsOf(owner)).balance).toMatchObject({ payable: 17_000, onItsWay: 0, paidOut: 0 })
  expect((await admin.get<string>(`/api/admin/payouts/${batch.id}/lines.csv`)).body).not.toContain(claimant.user.email)
  expect((await pay(batch.id)).body.code).toBe('payouts.not-covered')

  const withdraw = `/api/admin/payouts/${batch.id}/lines/${lineOf(batch, record).id}/withdraw`
  expect((await admin.post(withdraw)).status).toBe(200)
  expect((await admin.post(`/api/admin/payouts/${batch.id}/withdraw`)).status).toBe(200)
  const next = await make()
  expect(lineOf(next, record)).toMatchObject({ amount: 17_000, email: owner.user.email, isCovered: true })
  expect((await pay(next.id)).status).toBe(200)
  const mails = await listMails(db, { template: 'payout' })
  expect(mails.map(({ recipient }) => recipient)).toEqual([owner.user.email])
  expect(await payoutsOf(claimant)).toEqual([])
})

test('an earlier claimant cannot delete the account while a line for it is open or sent: its money would be set aside permanently', async () => {
  const { record, claimant } = await claimed()
  const batch = await make()
  await handOver(record, claimant)
  const leave = async () => {
    const reply = await claimant.send('/api/auth/delete-account', { method: 'DELETE' })
    return { status: reply.status, body: (await reply.json()) as { code?: string } }
  }
  await db
    .update(payoutLines)
    .set({ status: 'sending' })
    .where(eq(payoutLines.id, lineOf(batch, record).id))
  expect(await leave()).toMatchObject({ status: 409, body: { code: 'accounts.payout-on-its-way' } })
  await db
    .update(payoutLines)
    .set({ status: 'open' })
    .where(eq(payoutLines.id, lineOf(batch, record).id))
  expect(await leave()).toMatchObject({ status: 409, body: { code: 'accounts.payout-on-its-way' } })
  await admin.post(`/api/admin/payouts/${batch.id}/withdraw`)
  expect((await leave()).status).toBe(200)
})

test('the ledger check detects an open line of an earlier claimant, and one that was paid to them anyway', async () => {
  const { record, claimant } = await claimed()
  const batch = await make()
  const line = lineOf(batch, record)
  const seen = async () => {
    const rule = bookRules(clock.now()).find(({ rule }) => rule === 'payout-payee')
    return (await runRule(db, rule?.find ?? sql``)).map(({ subject }) => subject)
  }
  expect(await seen()).toEqual([])
  await handOver(record, claimant)
  expect(await seen()).toEqual([line.id])
  // As an earlier release paid it.
  await db.transaction(async (tx) => {
    await insertPayoutLegs(tx, [{ ...line, account: `investor_payable:${record}` }], clock.now())
    await closeLines(tx, { batchId: batch.id }, { status: 'paid', paidAt: clock.now() })
    await closeBatch(tx, batch.id, { status: 'paid', reference: 'BANK-0', closedAt: clock.now(), paidBy: admin.user.id })
  })
  expect(await seen()).toEqual([line.id])
})

test('a payout to an earlier claimant of a record reduces its account, and the owner sees nothing of that transfer but the amount', async () => {
  const { record, claimant } = await claimed()
  const batch = await make()
  expect((await pay(batch.id)).status).toBe(200)
  expect(await payoutsOf(claimant)).toMatchObject([{ amount: -17_000, reference: 'BANK-1' }])

  const owner = await handOver(record, claimant)
  expect(await payoutsOf(owner)).toMatchObject([{ amount: -17_000, isPaid: true, reference: null }])
  expect((await earningsOf(owner)).balance).toMatchObject({ payable: 0 })
})

test('a transfer that waits for cover is withdrawn once the record belongs to its owner', async () => {
  const { record, claimant } = await claimed()
  const bank = await connectBank(claimant)
  await forwardDays(8)
  const batch = await make()
  const { id: lineId, goes } = lineOf(batch, record)
  expect(goes).toBe('by-transfer')
  // The state after a first attempt that the balance did not cover.
  await db.execute(sql`update payout_batches set status = 'paid', reference = 'X', closed_at = now() where id = ${batch.id}`)
  await db.update(payoutLines).set({ status: 'sending', waitsSince: clock.now() }).where(eq(payoutLines.id, lineId))
  const owner = await handOver(record, claimant)
  await connectBank(owner)
  await runJob(app, 'earnings.send-payout', { lineId, base: app.url })

  const withdrawn = { status: 'withdrawn', failure: 'The record belongs to another account now.' }
  expect(await listPayoutLines(db, { id: lineId })).toMatchObject([withdrawn])
  expect(bank?.providerId).toBeTruthy()
  expect(await listProviderObjects(db, 'transfer', { destination: bank?.providerId })).toEqual([])
  // The withdrawal is not caused by the owner’s bank: the owner is paid by transfer.
  await forwardDays(8)
  expect(lineOf(await make(), record)).toMatchObject({ amount: 17_000, email: owner.user.email, goes: 'by-transfer' })
})
