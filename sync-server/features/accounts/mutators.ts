import type { Mutators } from '#server/sync/mutator.ts'
import { renamed } from '#shared/accounts/rename.ts'
import { Problem } from '#shared/problem.ts'
import { lockNames, updateUser } from './queries.ts'

export const accountMutators: Pick<Mutators, 'profile.rename'> = {
  'profile.rename': async ({ tx, account }, args, base) => {
    const user = account && (await lockNames(tx, account.id))
    if (!user) throw new Problem('not-found')
    const { names, isChangedElsewhere } = renamed(user, { args, base })
    if (isChangedElsewhere) throw new Problem('accounts.renamed-elsewhere')
    await updateUser(tx, user.id, names)
  },
}
