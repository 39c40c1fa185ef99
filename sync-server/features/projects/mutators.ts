import type { LimitOn } from '#server/http/limits/rate-limit.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import { saveDraft } from './draft-service.ts'
import { reportProject } from './reports.ts'
import { castVote } from './votes.ts'

export const projectMutators = (limitOn: LimitOn) =>
  ({
    'vote.cast': async ({ tx, account, now }, args) => {
      if (account) await limitOn(tx)('vote-account', account.id)
      await castVote(tx, account, args, now)
    },
    'project.report': async ({ tx, principalId, account, address, proof, now }, args) => {
      if (!account?.emailVerified) await limitOn(tx)('report-address', address, 1, proof)
      await reportProject(tx, principalId, args, now)
    },
    'project.saveDraft': saveDraft(limitOn),
  }) satisfies Partial<Mutators>
