import type { LimitOn } from '#server/http/limits/rate-limit.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import { findOwnTexts, noteWriter } from '#server/sync/push/text-writers.ts'
import { baseOf, renamed } from '#shared/accounts/rename.ts'
import { Problem } from '#shared/problem.ts'
import { nameSubject } from './name-subject.ts'
import { lockNames, updateUser } from './queries.ts'

const UNNAMED = { firstName: null, lastName: null }

/** A mutation without a base replaces only names that the same device wrote last. */
export const accountMutators = (limitOn: LimitOn) =>
  ({
    'profile.rename': async ({ tx, account, clientId, principalId }, args, base) => {
      const user = account && (await lockNames(tx, account.id))
      if (!user) throw new Problem('not-found')
      const { id, firstName, lastName } = user
      const subject = nameSubject({ id, principalId })
      const seen = async () => baseOf({ ...UNNAMED, ...(await findOwnTexts(tx, subject, clientId, { firstName, lastName })) })
      const { names, isChangedElsewhere } = renamed(user, { args, base: base === undefined ? await seen() : base })
      if (isChangedElsewhere) throw new Problem('accounts.renamed-elsewhere')
      const changed = (['firstName', 'lastName'] as const).filter((field) => names[field] !== user[field])
      if (changed.length === 0) return
      await limitOn(tx)('rename-account', id)
      await updateUser(tx, id, names)
      await noteWriter(tx, subject, clientId, Object.fromEntries(changed.map((field) => [field, names[field]])))
    },
  }) satisfies Partial<Mutators>
