import { baseOf, changedNames, chosenNameBase, type Names, type Rename, renamed } from '#shared/accounts/rename.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ChosenBase, ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/enqueue.ts'

/**
 * Changes one's own names; resolves once that is safe on this device.
 *
 * @param before  the names that their owner saw
 */
export async function rename(before: Names, wanted: Rename): Promise<void> {
  const changes = changedNames(before, wanted)
  if (Object.keys(changes).length > 0) await enqueue('profile.rename', changes, baseOf(before))
}

/** The server's own rule; an entry without a base is shown as if it counted. A guest has no names. */
export const showRename: ClientMutator<Rename> = async (db, args, _madeAt, base) => {
  const account = await db.account.toCollection().first()
  if (!account?.user) return
  const { names } = renamed(account.user, { args, base: base ?? baseOf(account.user) })
  await db.account.put({ ...account, user: { ...account.user, ...names }, version: OPTIMISTIC })
}

/** What a refused change is sent again with: the person has seen the names that the account has now. */
export const renameChosen: ChosenBase<Rename> = async (db, args, base) => {
  const account = await db.account.toCollection().first()
  return account?.user ? chosenNameBase(account.user, { args, base }) : base
}
