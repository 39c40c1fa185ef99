import type { DirectoryDatabase } from '#web/db/directory-database.ts'

/**
 * Drops a pending sign-out request. A sign-in ends the session of the cookie that it replaces. The pending request would end the
 * new session, because it is sent with the cookie that the browser has at the time of sending.
 *
 * Called under `GUEST_LOCK`, which also guards the sending of the request.
 */
export const forgetSignOut = (directory: DirectoryDatabase) =>
  directory.transaction('rw', directory.meta, async () => {
    const pointer = await directory.getMeta('principal')
    if (pointer?.endsSession) await directory.setMeta('principal', { ...pointer, endsSession: false })
  })
