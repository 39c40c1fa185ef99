import * as v from 'valibot'
import type { DirectoryDatabase } from '#web/db/directory-database.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import { tell, type Wire } from './wire.ts'
import { withLock } from './with-lock.ts'

/** Tells the server of a sign-out it has not heard of, before anything else is said under the old cookie. */
export async function endSession(wire: Wire, directory: DirectoryDatabase): Promise<void> {
  const asked = await directory.getMeta('principal')
  const principalId = asked?.endsSession
  if (!asked || !principalId) return
  // A sign-in meanwhile would lose its cookie to the answer.
  await withLock(wire, GUEST_LOCK, async () => {
    const current = await directory.getMeta('principal')
    if (current?.life !== asked.life) return
    await tell(wire, '/api/auth/logout', principalId === true ? undefined : { principalId }, v.unknown())
  })
  await directory.transaction('rw', directory.meta, async () => {
    const pointer = await directory.getMeta('principal')
    if (pointer?.life === asked.life) await directory.setMeta('principal', { ...pointer, endsSession: false })
  })
}
