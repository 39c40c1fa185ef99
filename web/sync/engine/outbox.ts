import type { MutationId } from '#shared/ids.ts'
import type { MutationArgs, MutationName } from '#shared/sync/mutations.ts'
import { MAX_REPLACED } from '#shared/sync/push.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import type { LoadMutations, MutationRegistry } from './mutation-registry.ts'
import { uuid7 } from './uuid7.ts'

/** The database belongs to another principal, or to an earlier generation of the same principal. */
export class StalePrincipalError extends Error {
  override readonly name = 'StalePrincipalError'
  constructor() {
    super('This device changed hands.')
  }
}

/** Inside a transaction: checks that the database still has the generation that it was opened for. @throws StalePrincipalError */
export async function assertSameGeneration(db: PrivateDatabase): Promise<void> {
  if ((await db.getMeta('life')) !== db.life) throw new StalePrincipalError()
}

export type EnqueueDeps = {
  loadMutations: LoadMutations
  now: () => number
  /** Aborted when the caller has stopped waiting. The write was reported as failed, so it is rolled back. */
  given?: AbortSignal
}

/**
 * Queues a mutation and shows its effect, in one transaction that is on disk when this resolves. Only then may a screen show
 * "Saved on this device".
 *
 * @throws if the device cannot store it (full, closed): nothing is written, and the screen keeps the text
 */
export async function addToOutbox<Name extends MutationName>(
  { loadMutations, now, given }: EnqueueDeps,
  db: PrivateDatabase,
  name: Name,
  args: MutationArgs[Name],
  base?: unknown,
): Promise<MutationId> {
  const registry = await loadMutations()
  const at = now()
  const entry: OutboxEntry = {
    id: uuid7(at),
    name,
    args: registry.parse(name, args),
    madeAt: new Date(at).toISOString(),
    state: 'waiting',
    ...(base !== undefined && { base }),
  }
  await db.transaction('rw', db.tables, async () => {
    await assertSameGeneration(db)
    await addSquashed(registry, db, entry)
    await registry.show(db, entry)
    given?.throwIfAborted()
  })
  return entry.id
}

/** How many entries back to look for one with the same ordering key: users edit one thing repeatedly. */
const MAX_LOOKBACK = 10

/**
 * Adds an entry. If the last entry with the same ordering key can be squashed into it, that one is removed. An entry that has
 * been sent may have reached the server, or may still arrive: the new entry lists it in `replaces`, so that it has no effect
 * after the new one.
 */
async function addSquashed(registry: MutationRegistry, db: PrivateDatabase, entry: OutboxEntry): Promise<void> {
  if (!registry.isSquashable(entry.name)) return void (await db.outbox.add(entry))
  const orderingKey = registry.orderingKeys(entry)[0]
  const isBefore = (other: OutboxEntry) =>
    other.state === 'waiting' && other.name === entry.name && registry.orderingKeys(other)[0] === orderingKey
  const last = (await db.outbox.orderBy('seq').reverse().limit(MAX_LOOKBACK).toArray()).find(isBefore)
  const replaces = [...(last?.replaces ?? []), ...(last?.sentAt === undefined ? [] : [last.id])]
  const squashed = last && replaces.length <= MAX_REPLACED ? registry.squash(last, entry) : undefined
  if (last && squashed) await db.outbox.where({ id: last.id }).delete()
  await db.outbox.add(squashed ? { ...squashed, ...(replaces.length > 0 && { replaces }) } : entry)
}

export const listPending = (db: PrivateDatabase) => db.outbox.where('state').equals('waiting').sortBy('seq')
/**
 * Records that entries are being sent, and returns their current state: an entry that was squashed since it was listed is not
 * sent. Entries that replace a sent one later must name it.
 */
export const markSent = (db: PrivateDatabase, entries: OutboxEntry[], now: number): Promise<OutboxEntry[]> =>
  db.transaction('rw', db.outbox, async () => {
    const current = await db.outbox.bulkGet(entries.flatMap(({ seq }) => seq ?? []))
    const leaving = current.filter((entry) => entry?.state === 'waiting')
    const sentAt = new Date(now).toISOString()
    const marked = leaving.flatMap((entry) => (entry ? [{ ...entry, sentAt: entry.sentAt ?? sentAt }] : []))
    if (leaving.some((entry) => entry?.sentAt === undefined)) await db.outbox.bulkPut(marked)
    return marked
  })

/** Tables whose data exists on this device only. */
export const UNSENT = ['outbox', 'drafts']

/** What would be lost with this device: pending mutations, and drafts that have not been submitted. */
export const countPending = async (db: PrivateDatabase) => (await db.outbox.count()) + (await db.drafts.count())

/** Takes all unsent data out of the database of a departing principal. Repeatable until the database is emptied. */
export const takeUnsent = (from: PrivateDatabase) =>
  from.transaction('rw', from.outbox, from.drafts, from.meta, async () => {
    const life = await from.getMeta('life')
    if (life !== undefined && life !== from.life) return { entries: [], drafts: [] }
    // Invalidates the generation: a tab that does not know about the switch yet can no longer write to it.
    await from.meta.delete('life')
    return { entries: await from.outbox.orderBy('seq').toArray(), drafts: await from.drafts.toArray() }
  })
