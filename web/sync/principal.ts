import type { DexieOptions } from 'dexie'
import type { SealTo } from '#shared/sync/sealing.ts'
import type { After } from '#web/db/after.ts'
import type { DirectoryDatabase, PrincipalPointer } from '#web/db/directory-database.ts'
import { erasePrivateDatabase } from '#web/db/erase.ts'
import { flush } from '#web/db/flush.ts'
import { type LocalPrincipal, OPTIMISTIC, PrivateDatabase } from '#web/db/private-database.ts'
import { loadChunk } from '#web/net/load-chunk.ts'
import type { LoadCommands } from './commands.ts'
import { takeUnsent } from './outbox.ts'

/** Changes of hands happen one at a time, over all tabs; `exclusively` holds the lock that says so. */
export type PrincipalDeps = {
  directory: DirectoryDatabase
  loadCommands: LoadCommands
  dexie: DexieOptions
  after: After
  exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Takes away what whoever leaves left outside the databases. Never rejects. */
  forget: () => Promise<void>
}

/** Opens the database of whoever uses this device, and first ends what an earlier change of hands left undone. */
export const openCurrent = (deps: PrincipalDeps) =>
  deps.exclusively(async () => {
    const pointer = await readPointer(deps.directory)
    const db = await open(deps, pointer)
    await letGoOnFault(db, () => finishLeaving(deps, pointer, db))
    return db
  })

/** A connection that is left open would block the removal of its database, and so the next change of hands. */
async function letGoOnFault<Result>(db: PrivateDatabase, work: () => Promise<Result>): Promise<Result> {
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
 * The pointer is written first and names whose database is still to go, so a
 * tab that dies on the way is finished by the next start.
 */
export const switchTo = (
  deps: PrincipalDeps,
  principal: LocalPrincipal,
  onlyFrom?: string,
  told?: Pick<PrincipalPointer, 'deleted' | 'ended'>,
  sealTo?: SealTo,
) =>
  deps.exclusively(async () => {
    const left = await readPointer(deps.directory)
    const db = await open(deps, left)
    const leaving = await letGoOnFault(db, () => finishLeaving(deps, left, db))
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
      leaving: [...leaving.filter((each) => each.principal !== principal), goodbye],
      // Then no session is left to end; a cookie that is here is somebody else's.
      endsSession: principal === 'guest' && !told,
      ...told,
    }
    await replacePointer(deps.directory, left, pointer)
    // Before anything that follows from it: a pointer that a power cut takes back would name a database that is gone.
    await flush(deps.directory)
    const next = await open(deps, pointer)
    await letGoOnFault(next, () => finishLeaving(deps, pointer, next))
    return next
  })

export const readPointer = (directory: DirectoryDatabase) =>
  directory.transaction('rw', directory.meta, async () => {
    const known = await directory.getMeta('principal')
    if (known) return known
    const fresh: PrincipalPointer = { principal: 'guest', life: crypto.randomUUID(), leaving: [] }
    await directory.setMeta('principal', fresh)
    return fresh
  })

/** Only over the pointer that was read: a tab that slept through another hand-over changes nothing when it wakes. */
const replacePointer = (directory: DirectoryDatabase, read: PrincipalPointer, next: PrincipalPointer) =>
  directory.transaction('rw', directory.meta, async () => {
    if ((await directory.getMeta('principal'))?.life === read.life) await directory.setMeta('principal', next)
  })

async function open({ dexie }: PrincipalDeps, { principal, life }: PrincipalPointer): Promise<PrivateDatabase> {
  const db = new PrivateDatabase(principal, life, dexie)
  const begin = async () => {
    if ((await db.getMeta('life')) === life) return
    // New, or left over from an earlier stay whose deletion was blocked.
    await Promise.all(db.tables.map((table) => table.clear()))
    await db.meta.put({ key: 'life', value: life })
  }
  await letGoOnFault(db, () => db.transaction('rw', db.tables, begin))
  return db
}

async function finishLeaving(deps: PrincipalDeps, pointer: PrincipalPointer, current: PrivateDatabase) {
  if (pointer.leaving.length === 0) return []
  const remaining: PrincipalPointer['leaving'] = []
  await deps.forget()
  for (const left of pointer.leaving) {
    const old = new PrivateDatabase(left.principal, left.life, deps.dexie)
    const { sealTo } = left
    const isErased = await letGoOnFault(old, async () => {
      if (left.movesOutbox) {
        await copyPurchases(old, current)
        await moveUnsent(deps.loadCommands, old, current)
      }
      // Where it cannot be sealed, whoever is next goes in all the same, and the next start tries again.
      if (sealTo && !(await trySeal(deps, old, sealTo))) return false
      return erasePrivateDatabase(old, deps.after)
    })
    old.close()
    if (!isErased) remaining.push({ ...left, movesOutbox: false })
  }
  await replacePointer(deps.directory, pointer, { ...pointer, leaving: remaining })
  return remaining
}

const trySeal = (deps: PrincipalDeps, old: PrivateDatabase, sealTo: SealTo) =>
  loadChunk(() => import('./sealed.ts'))
    .then(({ seal }) => seal(deps, old, sealTo))
    .catch(() => false)

/**
 * What a guest unlocked stays readable while the account's first pull is on its way, however long that takes. The copies
 * are optimistic: the pull confirms what the server merged and removes the rest.
 */
async function copyPurchases(from: PrivateDatabase, to: PrivateDatabase): Promise<void> {
  const [bought, validatedAt] = await from.transaction('r', from.contacts, from.decisionMakers, from.meta, async () =>
    (await from.getMeta('life')) === from.life
      ? ([await readPurchases(from), await from.getMeta('validatedAt')] as const)
      : [undefined, undefined],
  )
  if (!bought || bought.contacts.length + bought.decisionMakers.length === 0) return
  await to.transaction('rw', to.contacts, to.decisionMakers, to.meta, async () => {
    for (const contact of bought.contacts) {
      if (!(await to.contacts.get(contact.id))) await to.contacts.add({ ...contact, version: OPTIMISTIC })
    }
    for (const person of bought.decisionMakers) {
      if (!(await to.decisionMakers.get(person.id))) await to.decisionMakers.add({ ...person, version: OPTIMISTIC })
    }
    if (validatedAt !== undefined && (await to.getMeta('validatedAt')) === undefined) {
      await to.meta.put({ key: 'validatedAt', value: validatedAt })
    }
  })
}

const readPurchases = async (from: PrivateDatabase) => ({
  contacts: await from.contacts.toArray(),
  decisionMakers: await from.decisionMakers.toArray(),
})

/** Ids and order stay, so what the server has taken already is not done twice. */
async function moveUnsent(loadCommands: LoadCommands, from: PrivateDatabase, to: PrivateDatabase): Promise<void> {
  const { entries, drafts } = await takeUnsent(from)
  await to.transaction('rw', to.drafts, async () => {
    for (const draft of drafts) {
      // A start that was interrupted here comes by again; the person may have written on since.
      if (!(await to.drafts.get(draft.id))) await to.drafts.add(draft)
    }
  })
  if (entries.length === 0) return
  const commands = await loadCommands()
  await to.transaction('rw', to.tables, async () => {
    for (const { seq: _local, ...entry } of entries) {
      if (await to.outbox.get({ id: entry.id })) continue
      await to.outbox.add(entry)
      if (entry.state === 'waiting') await commands.show(to, entry)
    }
  })
}
