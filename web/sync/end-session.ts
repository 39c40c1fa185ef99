import * as v from 'valibot'
import type { DirectoryDatabase } from '#web/db/directory-database.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import { tell, type Wire } from './wire.ts'
import { withLock } from './with-lock.ts'

/** Tells the server of a sign-out it has not heard of, before anything else is said under the old cookie. */
export async function endSession(wire: Wire, directory: DirectoryDatabase, now: () => number): Promise<void> {
  const asked = await directory.getMeta('principal')
  const principalId = asked?.endsSession
  if (!asked || !principalId) return
  // A sign-in meanwhile would lose its cookie to the answer.
  await withLock(wire, GUEST_LOCK, async () => {
    const current = await directory.getMeta('principal')
    if (current?.life !== asked.life || !current.endsSession) return
    // A session of another account from before the sign-out ends too: a sign-in that this device could not store.
    const agoMs = now() - (asked.since ?? Number.POSITIVE_INFINITY)
    // Negative where the clock was set back since: then only the session that is named ends.
    const body = { principalId, ...(agoMs >= 0 && { agoMs }) }
    await tell(wire, '/api/auth/logout', principalId === true ? undefined : body, v.unknown())
  })
  await directory.transaction('rw', directory.meta, async () => {
    const pointer = await directory.getMeta('principal')
    if (pointer?.life === asked.life) await directory.setMeta('principal', { ...pointer, endsSession: false })
  })
}
