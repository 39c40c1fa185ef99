import { stripeEvents } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { matches } from './rows.ts'

/** An event of the provider that the server has received. */
export async function receivedEvent(db: Database, eventId: string) {
  const [event] = await db.select().from(stripeEvents).where(matches(stripeEvents, { eventId }))
  return event
}
