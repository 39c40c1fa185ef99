import type { MutationContext, Mutators } from '#server/sync/mutator.ts'
import { openTicket, writeOnTicket } from './service.ts'

type HelpMutators = Pick<Mutators, 'feedback.submit' | 'support.submit' | 'ticket.write'>

export function helpMutators(perHour: number): HelpMutators {
  const authorOf = ({ principalId, now }: MutationContext) => ({ principalId, now, perHour })
  return {
    'feedback.submit': async (context, args) =>
      void (await openTicket(context.tx, authorOf(context), { kind: 'feedback', ...args })),
    'support.submit': async (context, args) =>
      void (await openTicket(context.tx, authorOf(context), { kind: 'support', ...args })),
    'ticket.write': (context, args) => writeOnTicket(context.tx, authorOf(context), args),
  }
}
