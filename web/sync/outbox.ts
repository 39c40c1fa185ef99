import type { MutationId } from '#shared/ids.ts'
import type { MutationArgs, MutationName } from '#shared/sync/mutations.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import type { Commands, LoadCommands } from './commands.ts'
import { uuid7 } from './uuid7.ts'

/** The database belongs to somebody who has left, or to an earlier stay of theirs. */
export class PrincipalLeft extends Error {
  override readonly name = 'PrincipalLeft'
  constructor() {
    super('This device changed hands.')
  }
}

/** Inside a transaction: makes sure that the database still belongs to the stay it was opened for. @throws PrincipalLeft */
export async function assertSameLife(db: PrivateDatabase): Promise<void> {
  if ((await db.getMeta('life')) !== db.life) throw new PrincipalLeft()
}

export type EnqueueDeps = {
  loadCommands: LoadCommands
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
  { loadCommands, now, given }: EnqueueDeps,
  db: PrivateDatabase,
  name: Name,
  args: MutationArgs[Name],
  base?: unknown,
): Promise<MutationId> {
  const commands = await loadCommands()
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
    await assertSameLife(db)
    await addFolded(commands, db, entry)
    await commands.show(db, entry)
    given?.throwIfAborted()
  })
  return entry.id
}

/**
 * Adds an entry; where it can take in the last one that waits, it stands in that one's place. Always under its own id: the
 * other may be with the server already, and what the server has marked as done it does not do again.
 */
async function addFolded(commands: Commands, db: PrivateDatabase, entry: OutboxEntry): Promise<void> {
  if (!commands.isFoldable(entry.name)) return void (await db.outbox.add(entry))
  const isBefore = ({ state, name }: OutboxEntry) => state === 'waiting' && name === entry.name
  const last = await db.outbox.orderBy('seq').reverse().filter(isBefore).first()
  const folded = last && commands.fold(last, entry)
  if (folded) await db.outbox.where({ id: last.id }).delete()
  await db.outbox.add(folded ?? entry)
}

export const listWaiting = (db: PrivateDatabase) => db.outbox.where('state').equals('waiting').sortBy('seq')
/** What would be lost with this device: commands that wait, and drafts that nobody has submitted. */
export const countUnsent = async (db: PrivateDatabase) => (await db.outbox.count()) + (await db.drafts.count())

/**
 * Sends a refused entry again behind what waits: as it is, or in other words.
 *
 * @param args  its arguments anew; @throws ValiError when the contract does not allow them, and the entry stays as it was
 */
export async function retryRefused(
  { loadCommands, given }: Omit<EnqueueDeps, 'now'>,
  db: PrivateDatabase,
  id: MutationId,
  args?: unknown,
): Promise<void> {
  const commands = await loadCommands()
  await db.transaction('rw', db.tables, async () => {
    await assertSameLife(db)
    const entry = await db.outbox.get({ id })
    if (entry?.state !== 'refused') return
    const { seq: _old, refusal: _answered, putOffAt: _waited, ...rest } = entry
    // The server keeps its answer by id, so trying again is a new command.
    const again: OutboxEntry = { ...rest, id: uuid7(Date.parse(entry.madeAt)), state: 'waiting' }
    if (args !== undefined) again.args = commands.parse(entry.name as MutationName, args as never)
    await db.outbox.where({ id }).delete()
    await db.outbox.add(again)
    await commands.show(db, again)
    given?.throwIfAborted()
  })
}

/** Only a person's own click comes here: the words are gone afterwards. */
export const discardRefused = (db: PrivateDatabase, id: MutationId, given?: AbortSignal) =>
  db.transaction('rw', db.outbox, async () => {
    await db.outbox.where({ id, state: 'refused' }).delete()
    given?.throwIfAborted()
  })
