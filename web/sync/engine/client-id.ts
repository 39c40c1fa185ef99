import type { ClientId } from '#shared/ids.ts'
import type { DirectoryDatabase } from '#web/db/directory-database.ts'

/** Id of this installation: random, created at the first call. */
export const readClientId = (directory: DirectoryDatabase) =>
  directory.transaction('rw', directory.meta, async () => {
    const known = await directory.getMeta('clientId')
    if (known) return known
    const fresh = crypto.randomUUID() as ClientId
    await directory.setMeta('clientId', fresh)
    return fresh
  })
