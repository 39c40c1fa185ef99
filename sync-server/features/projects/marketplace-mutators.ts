import type { Mutators } from '#server/sync/mutator.ts'
import { castVote } from './votes.ts'

export const marketplaceMutators: Pick<Mutators, 'vote.cast'> = {
  'vote.cast': ({ tx, account, now }, args) => castVote(tx, account, args, now),
}
