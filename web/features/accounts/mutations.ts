import { baseOf, changedNames, chosenNameBase, type Names, type Rename, renamed } from '#shared/accounts/rename.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ChosenBase, ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/**
 * Changes the user's own names; resolves once the change is stored on this device.
 *
 * @param before  the names that the user saw
 */
export async function rename(before: Names, names: Rename): Promise<void> {
  const changes = changedNames(before, names)
  if (Object.keys(changes).length > 0) await enqueue('profile.rename', changes, baseOf(before))
}

/** The server's own rule; an entry without a base is shown as if it were applied. A guest has no names. */
export const showRename: ClientMutator<Rename> = async (db, args, _madeAt, base) => {
  const account = await db.account.toCollection().first()
  if (!account?.user) return
  const { names } = renamed(account.user, { args, base: base ?? baseOf(account.user) })
  await db.account.put({ ...account, user: { ...account.user, ...names }, version: OPTIMISTIC })
}

/** Base of a refused change that is sent again: the user has seen the names that the account has now. */
export const chooseNameBase: ChosenBase<Rename> = async (db, args, base) => {
  const account = await db.account.toCollection().first()
  return account?.user ? chosenNameBase(account.user, { args, base }) : base
}
