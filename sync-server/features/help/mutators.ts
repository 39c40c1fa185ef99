import type { LimitOn } from '#server/http/limits/rate-limit.ts'
import { refuseBlocked } from '#server/http/limits/refuse-blocked.ts'
import type { MutationContext, Mutators } from '#server/sync/push/mutator.ts'
import { mayMail } from './may-mail.ts'
import { openTicket, writeOnTicket } from './service.ts'

type Deps = { perHour: number; limitOn: LimitOn; base: () => string }

export function helpMutators({ perHour, limitOn, base }: Deps) {
  const authorOf = async ({ tx, principalId, account, address, proof, now }: MutationContext, email?: string | null) => {
    // The client address is rate-limited as for the endpoints.
    if (!account?.emailVerified) {
      await limitOn(tx)('help-address', address, 1, proof)
      await refuseBlocked(tx, now, { address, email })
    }
    return { principalId, now, perHour, mayMail: mayMail(limitOn(tx), account), base: base() }
  }
  return {
    'feedback.submit': async (context, args) =>
      void (await openTicket(context.tx, await authorOf(context, args.email), { kind: 'feedback', ...args })),
    'support.submit': async (context, args) =>
      void (await openTicket(context.tx, await authorOf(context, args.email), { kind: 'support', ...args })),
    'ticket.write': async (context, args) => writeOnTicket(context.tx, await authorOf(context), args),
  } satisfies Partial<Mutators>
}
