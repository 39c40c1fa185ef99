import { clientErrors } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'

export const listClientErrorRows = (db: Database) => db.select().from(clientErrors).orderBy(clientErrors.day)
