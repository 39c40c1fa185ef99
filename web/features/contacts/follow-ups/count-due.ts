import { isDue } from '#shared/contacts/follow-up.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'

/** Due follow-ups and rejected mutations, for the number on the app icon. @param now  milliseconds since the epoch */
export async function countDue(db: PrivateDatabase, now: number): Promise<number> {
  const [all, refused] = await Promise.all([db.followUps.toArray(), db.outbox.where('state').equals('refused').count()])
  const due = all.filter((followUp) => isDue(followUp, now))
  // A deletion can be undone, so a deleted person still has a follow-up.
  const people = await db.people.bulkGet(due.map(({ id }) => id))
  return due.filter((_, at) => !people[at]?.deletedAt).length + refused
}
