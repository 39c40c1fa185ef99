import type { MutationId } from '#shared/ids.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { MutationName } from '#shared/sync/mutations.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { assertSameGeneration, type EnqueueDeps } from '#web/sync/engine/outbox.ts'
import { uuid7 } from '#web/sync/engine/uuid7.ts'

/**
 * Refusals of a change because another device changed the value first. The author has read that: a retried entry has the value
 * that the device shows now as its base, and so counts as the user's choice between the two. A third value that this device has
 * not received is not overwritten.
 */
const CHOICES = new Set<string>([
  'accounts.renamed-elsewhere',
  'contacts.met-elsewhere',
  'people.changed-elsewhere',
  'raise.changed-elsewhere',
  'owners.edited-elsewhere',
] satisfies ProblemCode[])

/**
 * Sends a refused entry again at the end of the queue, unchanged or with new arguments.
 *
 * @param args  the new arguments; @throws ValiError if the contract does not allow them, and the entry stays unchanged
 */
export async function retryRefused(
  { loadMutations, given }: Omit<EnqueueDeps, 'now'>,
  db: PrivateDatabase,
  id: MutationId,
  args?: unknown,
): Promise<void> {
  const registry = await loadMutations()
  await db.transaction('rw', db.tables, async () => {
    await assertSameGeneration(db)
    const entry = await db.outbox.get({ id })
    if (entry?.state !== 'refused') return
    const { seq: _old, refusal: _answered, putOffAt: _waited, sentAt: _left, replaces: _part, ...rest } = entry
    // The server stores its result by id, so a retry is a new mutation.
    const again: OutboxEntry = { ...rest, id: uuid7(Date.parse(entry.madeAt)), state: 'waiting' }
    if (args !== undefined) again.args = registry.parse(entry.name as MutationName, args as never)
    const base = CHOICES.has(entry.refusal?.code ?? '') ? await registry.chosenBase(db, again) : undefined
    if (base !== undefined) again.base = base
    await db.outbox.where({ id }).delete()
    await db.outbox.add(again)
    await registry.show(db, again)
    given?.throwIfAborted()
  })
}

/**
 * Removes an entry that the server refused or deferred: the server may never be able to accept it. Called only on an explicit
 * click of the user: the content is lost.
 */
export const discardEntry = (db: PrivateDatabase, id: MutationId, signal?: AbortSignal) =>
  db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get({ id })
    if (entry?.state === 'refused' || entry?.putOffAt !== undefined) await db.outbox.where({ id }).delete()
    signal?.throwIfAborted()
  })
