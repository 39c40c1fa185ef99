import { eq } from 'drizzle-orm'
import { calendarConsents, externalCalendars, jobs } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'
import { matches } from './rows.ts'

/** The stored connections of external calendars: of a listing, or all. */
export const listStoredCalendars = (db: Database, vcId?: VcId) =>
  db
    .select()
    .from(externalCalendars)
    .where(matches(externalCalendars, vcId ? { vcId } : {}))

/** The consents of a listing that are under way. */
export const countConsents = (db: Database, vcId: VcId) => db.$count(calendarConsents, eq(calendarConsents.vcId, vcId))

/** The listings whose calendars the background job reads when it runs now. They are not read: another test may count reads. */
export async function listReadJobs(db: Database, run: () => Promise<unknown>): Promise<string[]> {
  const take = () => db.delete(jobs).where(eq(jobs.kind, 'bookings.calendar')).returning({ key: jobs.key })
  await take()
  await run()
  return (await take()).map(({ key }) => key)
}
