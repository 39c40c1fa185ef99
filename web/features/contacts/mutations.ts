import type { SaveInvestor } from '#shared/contacts/contract.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/enqueue.ts'

/** Puts an investor on the shortlist or takes it off; resolves once that is safe on this device. */
export const saveInvestor = (wish: SaveInvestor) => enqueue('investor.save', wish)

export const showSaved: ClientMutator<SaveInvestor> = async (db, { vcId, isSaved }, madeAt) => {
  if (!isSaved) await db.saved.delete(vcId)
  else if (!(await db.saved.get(vcId))) await db.saved.put({ id: vcId, savedAt: madeAt, version: OPTIMISTIC })
}
