import type { Mutators } from '#server/sync/mutator.ts'
import { reportProject } from './reports.ts'
import { castVote } from './votes.ts'

export const marketplaceMutators: Pick<Mutators, 'vote.cast' | 'project.report'> = {
  'vote.cast': ({ tx, account, now }, args) => castVote(tx, account, args, now),
  'project.report': ({ tx, principalId, now }, args) => reportProject(tx, principalId, args, now),
}
