import { isPrivateCollection } from '#shared/sync/collections.ts'
import type { Have } from '#shared/sync/have.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { storeMark } from './client-view.ts'

/**
 * Writes the rows of a private delta, in the caller's transaction. A draft that was prefilled from a document is deleted with the
 * document: revoked data must not stay in a form.
 *
 * @param have  the versions that were sent for the collections that were compared
 */
export async function applyRows(db: PrivateDatabase, delta: PrivateDelta, have: Have) {
  const { put, del } = delta
  for (const [collection, docs] of Object.entries(put)) {
    if (isPrivateCollection(collection)) await db.table(collection).bulkPut(docs)
    else await db.others.bulkPut(docs.map((doc) => ({ collection, id: doc.id, doc })))
  }
  for (const [collection, ids] of Object.entries(del)) {
    if (isPrivateCollection(collection)) await db.table(collection).bulkDelete(ids)
    else await db.others.bulkDelete(ids.map((id) => [collection, id]))
    await db.drafts.filter(({ from }) => from?.collection === collection && ids.includes(from.id)).delete()
  }
  await storeMark(db, delta, have)
}
