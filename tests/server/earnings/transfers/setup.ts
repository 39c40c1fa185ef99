import { eq } from 'drizzle-orm'
import { payoutAccounts } from '#drizzle/schema/index.ts'
import type { AdminPayouts, PayoutBatch } from '#shared/earnings/admin.ts'
import type { BankAccount } from '#shared/earnings/bank-account.ts'
import { cents } from '#shared/money.ts'
import { grantAdmin, proveNow } from '#tests/support/actors/admins.ts'
import { movableClock } from '#tests/support/actors/earnings.ts'
import { startInvestor } from '#tests/support/actors/listings.ts'
import { startTestApp } from '#tests/support/app.ts'
import { until } from '#tests/support/until.ts'

export type Investor = Awaited<ReturnType<typeof startInvestor>>
export const begin = (investor: Investor) => investor.post<{ url: string; code?: string }>('/api/earnings/account')
export const open = (url: string) => fetch(url, { redirect: 'manual' })
export const payableOf = ({ listing }: Investor) => `investor_payable:${listing}`
export const lineOf = (batch: PayoutBatch, account: string) => {
  const line = batch.lines.find((one) => one.account === account)
  if (!line) throw new Error(`Nothing of the batch goes to ${account}`)
  return line
}
export const disconnect = (investor: Investor) =>
  investor.post<BankAccount & { code?: string }>('/api/earnings/account', undefined, { method: 'DELETE' })

/** A started app with bank accounts, a clock of its own, and the steps of a payout. */
export async function setUp() {
  const clock = movableClock()
  const app = await startTestApp({ world: { now: clock.now }, env: { STRIPE_CONNECT: 'true' } })
  const { db } = app.database

  const admin = await app.member()
  await grantAdmin(app, admin)
  /** Days pass in these tests: each call comes right after another step-up. */
  const post = async (path: string, body?: object) => {
    await proveNow(app, admin)
    return admin.post<PayoutBatch & { code?: string }>(`/api/admin/payouts${path}`, body)
  }
  const make = () => post('')
  const batchOf = async (id: string) =>
    (await admin.get<AdminPayouts>('/api/admin/payouts')).body.batches.find((one) => one.id === id) as PayoutBatch
  const accountOf = async ({ user }: Investor) => {
    const [row] = await db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, user.id))
    return row
  }

  /** An investor with a connected bank account. */
  async function startReady(): Promise<Investor> {
    const investor = await startInvestor(app, { price: cents(10_000) })
    await open((await begin(investor)).body.url)
    await until(
      () => accountOf(investor),
      (row) => row?.arePayoutsEnabled === true,
    )
    return investor
  }
  return { clock, app, db, admin, post, make, batchOf, accountOf, startReady }
}
