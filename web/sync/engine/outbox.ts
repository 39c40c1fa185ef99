import type { MutationId } from '#shared/ids.ts'
import type { MutationArgs, MutationName } from '#shared/sync/mutations.ts'
import { MAX_REPLACED } from '#shared/sync/push.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import type { LoadMutations, MutationRegistry } from './mutation-registry.ts'
import { uuid7 } from './uuid7.ts'

/** The database belongs to somebody who has left, or to an earlier stay of theirs. */
export class StalePrincipalError extends Error {
  override readonly name = 'PrincipalLeft'
  constructor() {
    super('This device changed hands.')
  }
}

/** Inside a transaction: makes sure that the database still belongs to the stay it was opened for. @throws StalePrincipalError */
export async function assertSameGeneration(db: PrivateDatabase): Promise<void> {
  if ((await db.getMeta('life')) !== db.life) throw new StalePrincipalError()
}

export type EnqueueDeps = {
  loadMutations: LoadMutations
  now: () => number
  /** Ended when nobody waits for the write any more. It was called undone then, so it is taken back. */
  given?: AbortSignal
}

/**
 * Queues a command and shows its effect, in one transaction that has reached
 * the disk when this resolves: only then may a screen say "Saved on this device".
 *
 * @throws when the device cannot store it (full, closed); nothing is written then, and the screen keeps the text
 */
export async function enqueue<Name extends MutationName>(
  { loadMutations, now, given }: EnqueueDeps,
  db: PrivateDatabase,
  name: Name,
  args: MutationArgs[Name],
  base?: unknown,
): Promise<MutationId> {
  const commands = await loadMutations()
  const at = now()
  const entry: OutboxEntry = {
    id: uuid7(at),
    name,
    args: commands.parse(name, args),
    madeAt: new Date(at).toISOString(),
    state: 'waiting',
    ...(base !== undefined && { base }),
  }
  await db.transaction('rw', db.tables, async () => {
    await assertSameGeneration(db)
    await addFolded(commands, db, entry)
    await commands.show(db, entry)
    given?.throwIfAborted()
  })
  return entry.id
}

/** So many entries back one about the same thing is looked for: a person writes on in one place. */
const LOOKED_AT = 10

/**
 * Adds an entry; where it can take in the last one about the same thing, it stands in that one's place, under its own id. One
 * that has been sent may be with the server already, or still arrive: the new entry names it, so that it has no effect then.
 */
async function addFolded(commands: MutationRegistry, db: PrivateDatabase, entry: OutboxEntry): Promise<void> {
  if (!commands.isFoldable(entry.name)) return void (await db.outbox.add(entry))
  const target = commands.orderingKey(entry)
  const isBefore = (other: OutboxEntry) =>
    other.state === 'waiting' && other.name === entry.name && commands.orderingKey(other) === target
  const last = (await db.outbox.orderBy('seq').reverse().limit(LOOKED_AT).toArray()).find(isBefore)
  const replaces = [...(last?.replaces ?? []), ...(last?.sentAt === undefined ? [] : [last.id])]
  const folded = last && replaces.length <= MAX_REPLACED ? commands.fold(last, entry) : undefined
  if (last && folded) await db.outbox.where({ id: last.id }).delete()
  await db.outbox.add(folded ? { ...folded, ...(replaces.length > 0 && { replaces }) } : entry)
}

export const listPending = (db: PrivateDatabase) => db.outbox.where('state').equals('waiting').sortBy('seq')
/**
 * Notes that entries leave the device, for those that take their place later, and gives them as they are now: what has been
 * folded since it was listed is not sent.
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

/** The tables that hold what this device alone has. */
export const UNSENT = ['outbox', 'drafts']

/** What would be lost with this device: commands that wait, and drafts that nobody has submitted. */
export const countPending = async (db: PrivateDatabase) => (await db.outbox.count()) + (await db.drafts.count())

/** Takes everything unsent out of a database whose principal leaves. It can be taken again until the database is emptied. */
export const takeUnsent = (from: PrivateDatabase) =>
  from.transaction('rw', from.outbox, from.drafts, from.meta, async () => {
    const life = await from.getMeta('life')
    if (life !== undefined && life !== from.life) return { entries: [], drafts: [] }
    // Closed: a tab that has not heard yet cannot add to it any more.
    await from.meta.delete('life')
    return { entries: await from.outbox.orderBy('seq').toArray(), drafts: await from.drafts.toArray() }
  })
