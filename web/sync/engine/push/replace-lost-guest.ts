import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import type { LoadMutations } from '#web/sync/engine/mutation-registry.ts'
import { addToOutbox, assertSameGeneration } from '#web/sync/engine/outbox.ts'
import { Attention } from '#web/sync/engine/sync-errors.ts'

const CLAIM =
  'The server no longer recognises this browser. Purchases stay available here for 30 days. Open /claim or sign in to keep them and send your changes.'

type Deps = { loadMutations: LoadMutations; now: () => number }

/**
 * Continues as a new guest if the server no longer knows the previous one: its cookie expired or was removed, or the server was
 * restored from an older backup. Pending entries are sent as the new guest, and saved investors are saved again.
 *
 * Purchases belong to the previous guest. A device that has purchases waits until they are claimed, because the next pull for
 * another principal would delete them.
 *
 * @param set  the private data of the owner of the cookie; undefined if there is no session
 * @throws Attention while the purchases are not claimed
 */
export async function replaceLostGuest(
  { loadMutations, now }: Deps,
  db: PrivateDatabase,
  set: PrivateDelta['put'] = {},
): Promise<void> {
  const owned = (await db.contacts.count()) + (await db.decisionMakers.count())
  const received = (set.contacts ?? []).length + (set.decisionMakers ?? []).length
  if (owned > 0 && received === 0) throw new Attention(CLAIM)
  const known = new Set((set.saved ?? []).map(({ id }) => id))
  for (const { id } of await db.saved.toArray()) {
    if (!known.has(id)) await addToOutbox({ loadMutations, now }, db, 'investor.save', { vcId: id, isSaved: true })
  }
  await db.transaction('rw', db.meta, async () => {
    await assertSameGeneration(db)
    await db.meta.delete('principalId')
  })
}
