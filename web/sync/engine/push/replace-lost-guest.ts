import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import type { LoadMutations } from '#web/sync/engine/mutation-registry.ts'
import { assertSameGeneration, enqueue } from '#web/sync/engine/outbox.ts'
import { Attention } from '#web/sync/engine/sync-errors.ts'

const CLAIM =
  'The server does not know this browser any more. What you bought stays readable here for 30 days: open /claim, or sign in, to keep it and to send what waits.'

type Deps = { loadMutations: LoadMutations; now: () => number }

/**
 * Goes on as another guest where the server knows the one of before no more: its cookie expired or was removed, or the server was
 * restored from before it. What waits is sent for the next one, and investors that were saved are saved again.
 *
 * Purchases belong to the guest of before. A device that holds some waits until they are claimed, because the next pull for somebody
 * else would remove them.
 *
 * @param set  what whoever the cookie names may hold; undefined for a stranger
 * @throws Attention while they are not
 */
export async function replaceLostGuest(
  { loadMutations, now }: Deps,
  db: PrivateDatabase,
  set: PrivateDelta['put'] = {},
): Promise<void> {
  const held = (await db.contacts.count()) + (await db.decisionMakers.count())
  const given = (set.contacts ?? []).length + (set.decisionMakers ?? []).length
  if (held > 0 && given === 0) throw new Attention(CLAIM)
  const known = new Set((set.saved ?? []).map(({ id }) => id))
  for (const { id } of await db.saved.toArray()) {
    if (!known.has(id)) await enqueue({ loadMutations, now }, db, 'investor.save', { vcId: id, isSaved: true })
  }
  await db.transaction('rw', db.meta, async () => {
    await assertSameGeneration(db)
    await db.meta.delete('principalId')
  })
}
