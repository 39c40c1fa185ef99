import { makeFastAndUnsafe } from '#tests/support/database/fast-unsafe-postgres.ts'
import { FIRST_STARTED, startProduct } from './server.ts'

/** Migrates and seeds once for the whole run, as a first start does; `startProduct` begins with a copy. */
export default async function setup() {
  const first = await startProduct()
  const database = await first.openDatabase()
  await makeFastAndUnsafe(database.sql)
  await database.close()
  await first.stop()
  process.env[FIRST_STARTED] = first.folder
  return first.dispose
}
