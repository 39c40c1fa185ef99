import type { Mutators } from '#server/sync/mutator.ts'
import { renamed } from '#shared/accounts/rename.ts'
import { Problem } from '#shared/problem.ts'
import { lockUser, updateUser } from './queries.ts'

export const accountMutators: Pick<Mutators, 'profile.rename'> = {
  'profile.rename': async ({ tx, account }, args, base) => {
    const found = account && (await lockUser(tx, account.id))
    if (!found) throw new Problem('not-found')
    const { user } = found
    const { names, isChangedElsewhere } = renamed(user, { args, base })
    if (isChangedElsewhere) throw new Problem('accounts.renamed-elsewhere')
    await updateUser(tx, user.id, names)
  },
}
