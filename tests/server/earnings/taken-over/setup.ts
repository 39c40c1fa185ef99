import type { vcs } from '#drizzle/schema/index.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { buy, movableClock, staySignedIn } from '#tests/support/actors/earnings.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'
import { findListing } from '#tests/support/state/investors.ts'

export const LINK = 'https://cal.example.com/grace'

/** A started app with an admin and a clock of its own, and an investor who takes over a record. */
export async function setUp() {
  const clock = movableClock()
  const app = await startTestApp({ world: { now: clock.now } })
  const { db } = app.database

  /** An investor who has taken over a record after a sale of it. */
  async function takenOver() {
    await staySignedIn(db, clock.now())
    const record = await listInvestor(db, { price: cents(20_000) })
    const piId = await buy(app, app.visitor(), record)
    const investor = await anInvestor(app, { price: cents(20_000), replacesId: record })
    await staySignedIn(db, clock.now())
    return { record, piId, investor }
  }

  const rename = (investor: Awaited<ReturnType<typeof takenOver>>['investor']) =>
    investor.post(`/api/vcs/${investor.listing}`, { partnerName: 'Alan Renamed' }, { method: 'PATCH' })
  const isVerified = async (id: VcId) => (await findListing(db, id))?.isVerified
  const aRecord = () => listInvestor(db, { price: cents(9900), meetingLink: LINK })
  /** The investor of a record takes it over, in the time zone in which the record’s slots were offered. */
  const takeOver = (record: VcId, about: Partial<typeof vcs.$inferInsert> = {}) =>
    anInvestor(app, { replacesId: record, timeZone: null, meetingLink: LINK, price: cents(9900), ...about })
  const now = () => staySignedIn(db, clock.now())
  return { clock, app, db, takenOver, rename, isVerified, aRecord, takeOver, now }
}
