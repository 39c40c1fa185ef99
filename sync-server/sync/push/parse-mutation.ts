import * as v from 'valibot'
import { sentenceOf } from '#server/http/contracts.ts'
import { messageOf, type ProblemCode } from '#shared/problem.ts'
import { type MutationArgs, type MutationName, mutationArgs, mutationTarget } from '#shared/sync/mutations.ts'
import type { Mutation, MutationResult } from '#shared/sync/push.ts'
import type { MutationContext, Mutators } from './mutator.ts'

/** One entry of an outbox, understood: what it is about and how to carry it out. */
export type Command = { mutation: Mutation; target: string; carryOut: (context: MutationContext) => Promise<void> }

const isKnown = (name: string): name is MutationName => Object.hasOwn(mutationArgs, name)

/** An entry as a command, or the refusal of one that cannot be read. Neither leaves a mark: another server may read it. */
export function readCommand(mutators: Mutators, mutation: Mutation): Command | MutationResult {
  return isKnown(mutation.name) ? readKnown(mutators, mutation, mutation.name) : refused(mutation, 'sync.unknown-mutation')
}

function readKnown<Name extends MutationName>(mutators: Mutators, mutation: Mutation, name: Name): Command | MutationResult {
  // The first fault is enough. Going on, a text that is too long would still be matched against every pattern.
  const parsed = v.safeParse(mutationArgs[name], mutation.args, { abortEarly: true })
  if (!parsed.success) return refused(mutation, 'invalid', sentenceOf(parsed.issues[0].message))
  const args = parsed.output as MutationArgs[Name]
  return {
    mutation,
    target: mutationTarget[name](args),
    carryOut: (context) => mutators[name](context, args, mutation.base),
  }
}

export const refused = ({ id }: Mutation, code: ProblemCode, message = messageOf(code)): MutationResult => ({
  id,
  status: 'refused',
  code,
  message,
})
