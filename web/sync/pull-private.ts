import * as v from 'valibot'
import type { PrincipalId } from '#shared/ids.ts'
import { privateCollections } from '#shared/sync/entities.ts'
import { MASS_REMOVAL_SHARE, PrivateDelta } from '#shared/sync/protocol.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { PrincipalLeft } from './outbox.ts'
import { tell, type Wire } from './wire.ts'

type Have = Record<string, Record<string, number>>

export type PrivateAnswer =
  | {
      kind: 'delta'
      delta: PrivateDelta | undefined
      principalId: PrincipalId | undefined /** As they were counted when it was asked. */
      answers: number
    }
  /** A guest's device holds an account's cookie: nothing of the answer is the guest's. */
  | { kind: 'other'; principalId: PrincipalId }

/** Asks what this principal may hold now, and takes from the answer what may be believed. */
export async function pullPrivate(wire: Wire, db: PrivateDatabase, principalId: PrincipalId | undefined): Promise<PrivateAnswer> {
  const { have, answers } = await readHave(db)
  const delta = await askMe(wire, have, principalId)
  const owner = ownerOf(delta)
  if (owner && db.principal === 'guest' && owner.kind === 'account') return { kind: 'other', principalId: owner.id }
  if (owner && db.principal !== 'guest' && owner.id !== db.principal) throw new PrincipalLeft()
  const self = owner?.id ?? principalId
  const believed = (delta: PrivateDelta | undefined): PrivateAnswer => ({ kind: 'delta', delta, principalId: self, answers })
  if (!delta || countIds(delta.del) === 0) return believed(delta)

  if (!speaksOfCaller(delta, have)) return believed({ put: delta.put, del: {} })
  if (countIds(delta.del) <= countHeld(have) * MASS_REMOVAL_SHARE) return believed(delta)

  const complete = await askMe(wire, {}, principalId)
  if (!complete || ownerOf(complete)?.id !== self) return believed({ put: delta.put, del: {} })
  return believed({ put: complete.put, del: missingFrom(complete, have, Object.keys(delta.del)) })
}

/** Who the cookie belongs to and all they may hold, asked without naming anybody; undefined for a stranger. */
export async function whoAmI(wire: Wire) {
  const complete = await askMe(wire, {}, undefined)
  return { owner: ownerOf(complete), set: complete?.put }
}

const askMe = (wire: Wire, have: Have, principalId: PrincipalId | undefined) =>
  tell(wire, '/api/sync/me', { principalId, have }, v.optional(PrivateDelta))

const Owner = v.object({ id: v.string(), kind: v.picklist(['guest', 'account']) })

function ownerOf(delta: PrivateDelta | undefined): { id: PrincipalId; kind: 'guest' | 'account' } | undefined {
  const read = v.safeParse(Owner, delta?.put.account?.[0])
  return read.success ? { id: read.output.id as PrincipalId, kind: read.output.kind } : undefined
}

/** An answer that does not know the caller any more is no order to forget them. */
function speaksOfCaller(delta: PrivateDelta, have: Have): boolean {
  if (ownerOf(delta)) return true
  const isHeld = Object.keys(have.account ?? {}).length > 0
  return isHeld && (delta.del.account ?? []).length === 0
}

async function readHave(db: PrivateDatabase): Promise<{ have: Have; answers: number }> {
  return db.transaction('r', db.tables, async () => {
    const read = async (collection: string) => {
      const docs: { id: string; version: number }[] = await db.table(collection).toArray()
      return [collection, Object.fromEntries(docs.map(({ id, version }) => [id, version]))] as const
    }
    // All tables at once: one after the other each would wait for a turn of the event loop of its own.
    const have: Have = Object.fromEntries(await Promise.all(privateCollections.map(read)))
    for (const { collection, id, doc } of await db.others.toArray()) {
      have[collection] = { ...have[collection], [id]: doc.version }
    }
    return { have, answers: (await db.getMeta('answers')) ?? 0 }
  })
}

const countIds = (del: PrivateDelta['del']) => Object.values(del).reduce((sum, ids) => sum + ids.length, 0)
const countHeld = (have: Have) => Object.values(have).reduce((sum, ids) => sum + Object.keys(ids).length, 0)

/** Of the collections the server spoke of; what only a newer server knows is not in an older one's set, and stays. */
function missingFrom(complete: PrivateDelta, have: Have, spokenOf: string[]): PrivateDelta['del'] {
  return Object.fromEntries(
    spokenOf.map((collection) => {
      const kept = new Set((complete.put[collection] ?? []).map(({ id }) => id))
      return [collection, Object.keys(have[collection] ?? {}).filter((id) => !kept.has(id))]
    }),
  )
}
