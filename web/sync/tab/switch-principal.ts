import type { DexieOptions } from 'dexie'
import type { PrincipalId } from '#shared/ids.ts'
import type { SealTo } from '#shared/sync/sealing.ts'
import type { DirectoryDatabase, PrincipalPointer } from '#web/db/directory-database.ts'
import { noteOpened } from '#web/db/entitlement-lease.ts'
import { erasePrivateDatabase } from '#web/db/erase.ts'
import { flush } from '#web/db/flush.ts'
import { type LocalPrincipal, PrivateDatabase } from '#web/db/private-database.ts'
import type { Schedule } from '#web/db/schedule.ts'
import type { LoadMutations } from '#web/sync/engine/mutation-registry.ts'
import { UNSENT } from '#web/sync/engine/outbox.ts'
import type { Platform } from '#web/sync/engine/platform.ts'
import { withEviction } from '#web/sync/engine/with-eviction.ts'

/** Principal switches run one at a time, over all tabs; `exclusively` runs the work under that lock. */
export type PrincipalDeps = {
  directory: DirectoryDatabase
  loadMutations: LoadMutations
  dexie: DexieOptions
  after: Schedule
  now: () => number
  /** Evicts something less important; resolves with whether there was anything. */
  makeRoom: () => Promise<boolean>
  exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Deletes what the departing principal left outside the databases. Never rejects. */
  forget: () => Promise<void>
  /** The same for this tab, for accounts only: a guest who signs in continues with the mailed link that brought them here. */
  forgetInTab: () => void
  loadChunk: Platform['loadChunk']
  withDirectoryHeld: Platform['withDirectoryHeld']
}

/** Opens the database of the current principal, after completing an interrupted switch. */
export const openCurrent = (deps: PrincipalDeps) =>
  aloneWithRoom(deps, async () => {
    const pointer = await readPointer(deps.directory)
    const db = await open(deps, pointer)
    await closeOnError(db, () => finishErasure(deps, pointer, db))
    return db
  })

/**
 * On a full device pictures and the directory are evicted first. Then `work` runs again, and continues what the previous attempt
 * has begun.
 */
const aloneWithRoom = <Result>({ exclusively, makeRoom }: PrincipalDeps, work: () => Promise<Result>) =>
  exclusively(() => withEviction(makeRoom, work))

/** A connection that is left open would block the deletion of its database, and so the next switch. */
async function closeOnError<Result>(db: PrivateDatabase, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Switches the principal of the device and returns the database that is current afterwards. A departing guest's purchases, drafts
 * and outbox move to the account: signing in does not change the user. A departing account leaves no data.
 *
 * @param onlyFrom  the generation of the database that requested the switch: its information does not apply to a later one
 * @param notice  set if the server ended the access of the current principal; the notice is shown to the next user
 * @param sealTo  set if unsent data is sealed for the departing account: only that account can read it
 *
 * If an earlier generation of the same principal still has to be erased, its unsent changes could be neither sealed nor
 * transferred. They belong to that principal, so they stay in the outbox and the drafts of the new generation, and the rest of
 * the earlier one is deleted.
 *
 * The pointer is written first and names the databases that must be erased, so the next start completes a switch that was
 * interrupted.
 */
export const switchPrincipal = (
  deps: PrincipalDeps,
  principal: LocalPrincipal,
  onlyFrom?: string,
  notice?: Pick<PrincipalPointer, 'deleted' | 'ended'>,
  sealTo?: SealTo,
) =>
  aloneWithRoom(deps, async () => {
    const left = await readPointer(deps.directory)
    const db = await open(deps, left)
    const leaving = await closeOnError(db, () => finishErasure(deps, left, db))
    if (left.principal === principal || (onlyFrom !== undefined && onlyFrom !== left.life)) return db
    db.close()
    const departure = {
      principal: left.principal,
      life: left.life,
      movesOutbox: left.principal === 'guest',
      ...(sealTo && { sealTo }),
    }
    const pointer: PrincipalPointer = {
      principal,
      life: crypto.randomUUID(),
      leaving: [...leaving, departure],
      // If `notice` is set, there is no session left to end; a cookie that is here belongs to another principal.
      endsSession: principal === 'guest' && !notice && (left.principal as PrincipalId),
      since: deps.now(),
      ...notice,
    }
    await replacePointer(deps.directory, left, () => pointer)
    // Before anything that depends on it: a pointer that is lost in a power cut would name a deleted database.
    await flush(deps.directory)
    const next = await open(deps, pointer)
    await closeOnError(next, () => finishErasure(deps, pointer, next))
    return next
  })

export async function readPointer(directory: DirectoryDatabase): Promise<PrincipalPointer> {
  const fresh: PrincipalPointer = { principal: 'guest', life: crypto.randomUUID(), leaving: [] }
  const pointer = await directory.transaction('rw', directory.meta, async () => {
    const known = await directory.getMeta('principal')
    if (!known) await directory.setMeta('principal', fresh)
    return known ?? fresh
  })
  // Before any write: a database of a generation that was lost in a power cut is emptied at the next start.
  if (pointer === fresh) await flush(directory)
  return pointer
}

/** Only over the pointer that was read: a tab that was suspended during another switch changes nothing when it wakes. */
const replacePointer = (
  directory: DirectoryDatabase,
  { life }: PrincipalPointer,
  next: (known: PrincipalPointer) => PrincipalPointer,
) =>
  directory.transaction('rw', directory.meta, async () => {
    const known = await directory.getMeta('principal')
    if (known?.life === life) await directory.setMeta('principal', next(known))
  })

async function open({ dexie, now }: PrincipalDeps, { principal, life, leaving }: PrincipalPointer): Promise<PrivateDatabase> {
  const db = new PrivateDatabase(principal, life, dexie)
  const earlier = leaving.find((left) => left.principal === principal)
  const begin = async () => {
    if ((await db.getMeta('life')) === life) return noteOpened(db, now())
    // New, or left from an earlier generation whose deletion was blocked.
    await Promise.all(db.tables.map((table) => (earlier && UNSENT.includes(table.name)) || table.clear()))
    await db.meta.put({ key: 'life', value: life })
    // The data was sealed and then the tab closed: it is not restored a second time. A database that was emptied has no entries.
    if (earlier && (await db.outbox.count())) await db.meta.put({ key: 'unsealed', value: [earlier.life] })
  }
  await closeOnError(db, () => db.transaction('rw', db.tables, begin))
  return db
}

async function finishErasure(deps: PrincipalDeps, pointer: PrincipalPointer, current: PrivateDatabase) {
  if (pointer.leaving.length === 0) return []
  const remaining: PrincipalPointer['leaving'] = []
  await deps.forget()
  if (pointer.leaving.some(isAccount)) deps.forgetInTab()
  for (const left of pointer.leaving) {
    // The principal has returned and the database is open again, so it is not deleted.
    if (left.principal === pointer.principal) continue
    const old = new PrivateDatabase(left.principal, left.life, deps.dexie)
    const { sealTo } = left
    // If a bundle chunk cannot be loaded now, the switch continues without it: the next start transfers everything.
    const move = left.movesOutbox && (await deps.loadChunk(() => import('./transfer-outbox.ts')).catch(() => undefined))
    if (move === undefined) {
      remaining.push(left)
      continue
    }
    const isErased = await closeOnError(old, async () => {
      if (move) await move.transferOutbox(deps.loadMutations, old, current)
      // If sealing fails, the switch completes all the same, and the next start tries again.
      if (sealTo && !(await trySeal(deps, old, sealTo))) return false
      return deps.withDirectoryHeld(deps.directory, () => erasePrivateDatabase(old, deps.after))
    })
    old.close()
    if (!isErased) remaining.push({ ...left, movesOutbox: false })
  }
  // Changes to the pointer since (a notice dismissed, a sign-out sent) are kept.
  await replacePointer(deps.directory, pointer, (known) => ({ ...known, leaving: remaining }))
  return remaining
}

export const isAccount = ({ principal }: { principal: LocalPrincipal }) => principal !== 'guest'

const trySeal = (deps: PrincipalDeps, old: PrivateDatabase, sealTo: SealTo) =>
  deps
    .loadChunk(() => import('./sealed-outbox.ts'))
    .then(({ seal }) => seal(deps, old, sealTo))
    .catch(() => false)
