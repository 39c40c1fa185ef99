import { and, eq } from 'drizzle-orm'
import { meetingBookings } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'
import { type About, matches } from './rows.ts'

/** The calls and holds of an investor, of a founder, or with another property. */
export const listCalls = (db: Database, about: About<typeof meetingBookings> = {}) =>
  db.select().from(meetingBookings).where(matches(meetingBookings, about)).orderBy(meetingBookings.id)

export const findCall = async (db: Database, id: string) => (await listCalls(db, { id }))[0]

/** As if the time to pay were over, for all holds of an investor. The job has not released them yet. */
export async function lapseHolds(db: Database, vcId: VcId) {
  const isHold = and(eq(meetingBookings.vcId, vcId), eq(meetingBookings.status, 'held'))
  await db
    .update(meetingBookings)
    .set({ heldUntil: new Date(Date.now() - 1000) })
    .where(isHold)
}
