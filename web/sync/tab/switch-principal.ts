import type { DexieOptions } from 'dexie'
import type { PrincipalId } from '#shared/ids.ts'
import type { SealTo } from '#shared/sync/sealing.ts'
import type { DirectoryDatabase, PrincipalPointer } from '#web/db/directory-database.ts'
import { noteOpened } from '#web/db/entitlement-lease.ts'
import { erasePrivateDatabase } from '#web/db/erase.ts'
import { flush } from '#web/db/flush.ts'
import { type LocalPrincipal, PrivateDatabase } from '#web/db/private-database.ts'
import type { Schedule } from '#web/db/schedule.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import type { LoadMutations } from '#web/sync/engine/mutation-registry.ts'
import { UNSENT } from '#web/sync/engine/outbox.ts'
import type { Platform } from '#web/sync/engine/platform.ts'
import { withEviction } from '#web/sync/engine/with-eviction.ts'

/** Changes of hands happen one at a time, over all tabs; `exclusively` holds the lock that says so. */
export type PrincipalDeps = {
  directory: DirectoryDatabase
  loadMutations: LoadMutations
  dexie: DexieOptions
  after: Schedule
  now: () => number
  /** Gives up something less important; whether there was anything. */
  makeRoom: () => Promise<boolean>
  exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Takes away what whoever leaves left outside the databases. Never rejects. */
  forget: () => Promise<void>
  /** The same for this tab, of an account alone: a guest who signs in goes on with the mailed link that they came by. */
  forgetInTab: () => void
  withDirectoryHeld: Platform['withDirectoryHeld']
}

/** Opens the database of whoever uses this device, and first ends what an earlier change of hands left undone. */
export const openCurrent = (deps: PrincipalDeps) =>
  aloneWithRoom(deps, async () => {
    const pointer = await readPointer(deps.directory)
    const db = await open(deps, pointer)
    await closeOnError(db, () => finishErasure(deps, pointer, db))
    return db
  })

/** On a full device pictures and the directory are given up first. Then `work` runs again, and continues what the attempt before has begun. */
const aloneWithRoom = <Result>({ exclusively, makeRoom }: PrincipalDeps, work: () => Promise<Result>) =>
  exclusively(() => withEviction(makeRoom, work))

/** A connection that is left open would block the removal of its database, and so the next change of hands. */
async function closeOnError<Result>(db: PrivateDatabase, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Hands the device over, and gives the database that is current then. Leaving as a guest takes purchases, drafts and the
 * outbox along: signing in is the same person. Leaving an account leaves nothing behind.
 *
 * @param onlyFrom  the life of the database that asked: what it learnt says nothing about a later one
 * @param told  given when the server said that whoever was here has to leave, and what the next one to look reads of it
 * @param sealTo  given when what went unsent is kept for them: nobody else can read it
 *
 * Where an earlier stay of the same principal is still to go, it had unsent changes that could be neither sealed nor taken along.
 * They are that principal's own, so they stay in the outbox and the drafts of the new stay, and all else of the earlier one goes.
 *
 * The pointer is written first and names whose database is still to go, so a
 * tab that dies on the way is finished by the next start.
 */
export const switchPrincipal = (
  deps: PrincipalDeps,
  principal: LocalPrincipal,
  onlyFrom?: string,
  told?: Pick<PrincipalPointer, 'deleted' | 'ended'>,
  sealTo?: SealTo,
) =>
  aloneWithRoom(deps, async () => {
    const left = await readPointer(deps.directory)
    const db = await open(deps, left)
    const leaving = await closeOnError(db, () => finishErasure(deps, left, db))
    if (left.principal === principal || (onlyFrom !== undefined && onlyFrom !== left.life)) return db
    db.close()
    const goodbye = {
      principal: left.principal,
      life: left.life,
      movesOutbox: left.principal === 'guest',
      ...(sealTo && { sealTo }),
    }
    const pointer: PrincipalPointer = {
      principal,
      life: crypto.randomUUID(),
      leaving: [...leaving, goodbye],
      // Then no session is left to end; a cookie that is here is somebody else's.
      endsSession: principal === 'guest' && !told && (left.principal as PrincipalId),
      since: deps.now(),
      ...told,
    }
    await replacePointer(deps.directory, left, () => pointer)
    // Before anything that follows from it: a pointer that a power cut takes back would name a database that is gone.
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
  // Before anybody writes: the database of a life that a power cut took back is emptied at the next start.
  if (pointer === fresh) await flush(directory)
  return pointer
}

/** Only over the pointer that was read: a tab that slept through another hand-over changes nothing when it wakes. */
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
    // New, or left over from an earlier stay whose deletion was blocked.
    await Promise.all(db.tables.map((table) => (earlier && UNSENT.includes(table.name)) || table.clear()))
    await db.meta.put({ key: 'life', value: life })
    // Sealed all the same, and then the tab died: it is not put here a second time. A database that was emptied holds no entry.
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
    // Opened for the principal who is back, so it does not go.
    if (left.principal === pointer.principal) continue
    const old = new PrivateDatabase(left.principal, left.life, deps.dexie)
    const { sealTo } = left
    // A chunk of the app that cannot be loaded now keeps nobody out: the next start takes everything along.
    const move = left.movesOutbox && (await loadChunk(() => import('./transfer-outbox.ts')).catch(() => undefined))
    if (move === undefined) {
      remaining.push(left)
      continue
    }
    const isErased = await closeOnError(old, async () => {
      if (move) await move.transferOutbox(deps.loadMutations, old, current)
      // Where it cannot be sealed, whoever is next goes in all the same, and the next start tries again.
      if (sealTo && !(await trySeal(deps, old, sealTo))) return false
      return deps.withDirectoryHeld(deps.directory, () => erasePrivateDatabase(old, deps.after))
    })
    old.close()
    if (!isErased) remaining.push({ ...left, movesOutbox: false })
  }
  // What was read of it meanwhile, or told to the server, stays so.
  await replacePointer(deps.directory, pointer, (known) => ({ ...known, leaving: remaining }))
  return remaining
}

export const isAccount = ({ principal }: { principal: LocalPrincipal }) => principal !== 'guest'

const trySeal = (deps: PrincipalDeps, old: PrivateDatabase, sealTo: SealTo) =>
  loadChunk(() => import('./sealed-outbox.ts'))
    .then(({ seal }) => seal(deps, old, sealTo))
    .catch(() => false)
