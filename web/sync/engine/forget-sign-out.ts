import type { DirectoryDatabase } from '#web/db/directory-database.ts'

/**
 * Drops the request that an earlier sign-out still owes to the server. A sign-in ends the session of the cookie that it replaces, and
 * that request would end the new session: it is sent with whatever cookie the browser has by then.
 *
 * Called under `GUEST_LOCK`, in which the request is sent as well.
 */
export const forgetSignOut = (directory: DirectoryDatabase) =>
  directory.transaction('rw', directory.meta, async () => {
    const pointer = await directory.getMeta('principal')
    if (pointer?.endsSession) await directory.setMeta('principal', { ...pointer, endsSession: false })
  })
