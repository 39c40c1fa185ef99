import { expect } from 'vitest'
import type { vcs } from '#drizzle/schema/index.ts'
import type { AdminApplication } from '#shared/admin/applications.ts'
import type { AuditPage } from '#shared/admin/audit.ts'
import type { AdminPayouts } from '#shared/earnings/admin.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { buy, movableClock, staySignedIn } from '#tests/support/actors/earnings.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'

export type Investor = Awaited<ReturnType<typeof anInvestor>>
export const applyAgain = async (investor: Investor, about: Record<string, unknown> = {}) => {
  const { status, body } = await investor.post<{ id: VcId }>('/api/vcs', sampleApplication(about))
  expect([status, body.id]).toEqual([200, investor.listing])
}

/** A started app with an admin and a clock of its own, and the steps of a revocation. */
export async function setUp() {
  const clock = movableClock()
  const app = await startTestApp({ world: { now: clock.now } })
  const { db } = app.database
  const admin = await account(app, { isAdmin: true })

  const forwardDays = async (days: number) => {
    clock.forwardDays(days)
    await staySignedIn(db, clock.now())
  }
  const longAgo = () => new Date(clock.now().getTime() - 200 * 24 * 60 * 60 * 1000)
  const accountNamed = async (name: string) =>
    (await admin.get<AdminPayouts>('/api/admin/payouts')).body.accounts.find(({ account: of }) => of === name)

  const verify = (id: VcId, isVerified: boolean) =>
    admin.post<AdminApplication>(`/api/admin/vcs/${id}/verify`, { isVerified }, { method: 'PATCH' })
  const undo = async (id: VcId) => {
    const { entries } = (await admin.get<AuditPage>('/api/admin/audit')).body
    return admin.post(`/api/admin/audit/${entries.find(({ targetId }) => targetId === id)?.id}/undo`)
  }

  /** An investor with a sale that has matured. */
  async function sold(about: Partial<typeof vcs.$inferInsert> = {}) {
    const investor = await anInvestor(app, { price: cents(5000), createdAt: longAgo(), ...about })
    await staySignedIn(db, clock.now())
    await buy(app, app.visitor(), investor.listing)
    await forwardDays(8)
    return investor
  }
  return { clock, app, db, admin, forwardDays, longAgo, accountNamed, verify, undo, sold }
}
