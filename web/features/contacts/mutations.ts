import type { SaveInvestor } from '#shared/contacts/contract.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/** Adds an investor to the shortlist or removes it; resolves once the mutation is stored on this device. */
export const saveInvestor = (args: SaveInvestor) => enqueue('investor.save', args)

export const showSaved: ClientMutator<SaveInvestor> = async (db, { vcId, isSaved }, madeAt) => {
  if (!isSaved) await db.saved.delete(vcId)
  else if (!(await db.saved.get(vcId))) await db.saved.put({ id: vcId, savedAt: madeAt, version: OPTIMISTIC })
}
