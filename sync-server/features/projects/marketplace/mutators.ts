import { reportProject } from '#server/features/projects/reports.ts'
import { castVote } from '#server/features/projects/votes.ts'
import type { LimitOn } from '#server/http/limits/rate-limit.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'

export const marketplaceMutators = (limitOn: LimitOn): Pick<Mutators, 'vote.cast' | 'project.report'> => ({
  'vote.cast': async ({ tx, account, now }, args) => {
    if (account) await limitOn(tx)('vote-account', account.id)
    await castVote(tx, account, args, now)
  },
  'project.report': async ({ tx, principalId, account, address, now }, args) => {
    if (!account?.emailVerified) await limitOn(tx)('report-address', address)
    await reportProject(tx, principalId, args, now)
  },
})
