import * as v from 'valibot'
import { toClientMessage } from '#server/http/contracts.ts'
import { messageOf, type ProblemCode } from '#shared/problem.ts'
import { type MutationArgs, type MutationName, mutationArgs, orderingKeysOf } from '#shared/sync/mutations.ts'
import type { MutationResult } from '#shared/sync/push.ts'
import type { Mutation } from '#shared/sync/push-request.ts'
import type { MutationContext, Mutators } from './mutator.ts'

/** One parsed mutation of an outbox: its ordering keys and how to apply it. */
export type ParsedMutation = { mutation: Mutation; orderingKeys: string[]; apply: (context: MutationContext) => Promise<void> }

const isKnown = (name: string): name is MutationName => Object.hasOwn(mutationArgs, name)

/**
 * A parsed mutation, or the refusal of one that cannot be parsed. The refusal leaves no processed row: another server may be able
 * to parse it.
 */
export function parseMutation(mutators: Mutators, mutation: Mutation): ParsedMutation | MutationResult {
  return isKnown(mutation.name) ? readKnown(mutators, mutation, mutation.name) : refused(mutation, 'sync.unknown-mutation')
}

function readKnown<Name extends MutationName>(
  mutators: Mutators,
  mutation: Mutation,
  name: Name,
): ParsedMutation | MutationResult {
  // The first fault is enough. Without `abortEarly`, a text that is too long would still be matched against every pattern.
  const parsed = v.safeParse(mutationArgs[name], mutation.args, { abortEarly: true })
  if (!parsed.success) return refused(mutation, 'invalid', toClientMessage(parsed.issues[0].message))
  const args = parsed.output as MutationArgs[Name]
  return {
    mutation,
    orderingKeys: [orderingKeysOf[name](args)].flat(),
    apply: (context) => mutators[name](context, args, mutation.base),
  }
}

export const refused = ({ id }: Mutation, code: ProblemCode, message = messageOf(code)): MutationResult => ({
  id,
  status: 'refused',
  code,
  message,
})
