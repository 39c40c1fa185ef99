import * as v from 'valibot'
import type { DirectoryDatabase, SealedBatch } from '#web/db/directory-database.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import { tell, type Wire, withLock } from './wire.ts'

/**
 * Tells the server of a sign-out it has not heard of, before anything else is said under the old cookie.
 *
 * @returns what is sealed on this device: read with the same look
 */
export async function endSession(wire: Wire, directory: DirectoryDatabase): Promise<SealedBatch[] | undefined> {
  const { principal: asked, sealed } = await directory.getMetas('principal', 'sealed')
  const principalId = asked?.endsSession
  if (!principalId) return sealed
  // A sign-in meanwhile would lose its cookie to the answer.
  await withLock(wire, GUEST_LOCK, async () => {
    const current = await directory.getMeta('principal')
    if (current?.life === asked.life)
      await tell(wire, '/api/auth/logout', principalId === true ? undefined : { principalId }, v.unknown())
  })
  await directory.transaction('rw', directory.meta, async () => {
    const pointer = await directory.getMeta('principal')
    if (pointer?.life === asked.life) await directory.setMeta('principal', { ...pointer, endsSession: false })
  })
  return sealed
}
