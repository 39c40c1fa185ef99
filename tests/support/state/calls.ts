import { meetingBookings } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { type About, matches } from './rows.ts'

/** The calls and holds of an investor, of a founder, or with another property. */
export const listCalls = (db: Database, about: About<typeof meetingBookings> = {}) =>
  db.select().from(meetingBookings).where(matches(meetingBookings, about)).orderBy(meetingBookings.id)

export const findCall = async (db: Database, id: string) => (await listCalls(db, { id }))[0]
