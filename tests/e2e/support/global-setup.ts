import { FIRST_STARTED, startProduct } from './server.ts'

/** Migrates and seeds once for the whole run, as a first start does; `startProduct` begins with a copy. */
export default async function setup() {
  const first = await startProduct()
  const database = await first.openDatabase()
  // Nobody pulls the plug of a test's database, so its commits need not wait for the disk.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await database.sql.unsafe(`alter system set ${setting} = off`)
  }
  await database.close()
  await first.stop()
  process.env[FIRST_STARTED] = first.folder
  return first.dispose
}
