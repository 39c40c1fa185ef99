import * as v from 'valibot'
import type { DirectoryDatabase } from '#web/db/directory-database.ts'
import type { Api } from '#web/net/api.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import { postJson, type Transport } from './transport.ts'
import { withLock } from './with-lock.ts'

/** Sends the pending sign-out, before any other request carries the old cookie. */
export async function endSession(transport: Transport, directory: DirectoryDatabase, now: () => number): Promise<void> {
  if (!(await directory.getMeta('principal'))?.endsSession) return
  // The reply to the sign-out would remove the cookie of a concurrent sign-in.
  await withLock(transport, GUEST_LOCK, () =>
    deliverSignOut((path, body, schema) => postJson(transport, path, body, schema), directory, now),
  )
}

/** The same, for a caller that already owns `GUEST_LOCK`. */
export async function deliverSignOut(post: Api['post'], directory: DirectoryDatabase, now: () => number): Promise<void> {
  const pending = await directory.getMeta('principal')
  const principalId = pending?.endsSession
  if (!pending || !principalId) return
  // The server also ends a session of another account that is older than the sign-out: that sign-in could not be stored on this
  // device.
  const agoMs = now() - (pending.since ?? Number.POSITIVE_INFINITY)
  // Negative if the clock was set back since: then only the named session ends.
  const body = { principalId, ...(agoMs >= 0 && { agoMs }) }
  await post('/api/auth/logout', principalId === true ? undefined : body, v.unknown())
  await directory.transaction('rw', directory.meta, async () => {
    const pointer = await directory.getMeta('principal')
    if (pointer?.life === pending.life) await directory.setMeta('principal', { ...pointer, endsSession: false })
  })
}
