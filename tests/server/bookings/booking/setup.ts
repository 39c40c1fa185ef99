import { and, eq } from 'drizzle-orm'
import { afterEach } from 'vitest'
import { meetingBookings, type vcs } from '#drizzle/schema/index.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { approveInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { listCalls } from '#tests/support/state/calls.ts'

/** A started app, and the state of its calls. */
export async function setUp() {
  const app = await startTestApp()
  const { db } = app.database

  /** Holds of one test must not limit the next: all guests here share an address. */
  afterEach(async () => {
    await db.update(meetingBookings).set({ status: 'expired' }).where(eq(meetingBookings.status, 'held'))
  })

  const investor = (about: Partial<typeof vcs.$inferInsert> = {}) => approveInvestor(db, { price: cents(7500), ...about })
  const callsOf = (vcId: VcId) => listCalls(db, { vcId })
  const statusesOf = async (vcId: VcId) => (await callsOf(vcId)).map(({ status }) => status).sort()
  const letRunOut = (vcId: VcId) =>
    db
      .update(meetingBookings)
      .set({ heldUntil: new Date(Date.now() - 1000) })
      .where(and(eq(meetingBookings.vcId, vcId), eq(meetingBookings.status, 'held')))
  return { app, db, investor, callsOf, statusesOf, letRunOut }
}
