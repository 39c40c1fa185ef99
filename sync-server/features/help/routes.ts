import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Database, Transaction } from '#server/database/client.ts'
import { lockCaller, lockingCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import {
  type RequestContextDeps,
  type RequestParts,
  requestContextOf,
} from '#server/features/accounts/sessions/request-context.ts'
import type { LimitOn, RateLimit } from '#server/http/limits/rate-limit.ts'
import { refuseBlocked } from '#server/http/limits/refuse-blocked.ts'
import { type Account, type Identity, session } from '#server/http/session.ts'
import { AdminTicket, AdminTickets, ReplyToTicket } from '#shared/help/admin.ts'
import { FeedbackCall, SupportCall, TicketTaken } from '#shared/help/contract.ts'
import type { PrincipalId, TicketId } from '#shared/ids.ts'
import { listForAdmin, replyToTicket } from './admin.ts'
import { mayMail } from './may-mail.ts'
import { type Author, openTicket, presentTaken } from './service.ts'

type Deps = RequestContextDeps & {
  db: Database
  now: () => Date
  identity: Identity
  limit: RateLimit
  limitOn: LimitOn
  perHour: number
}
type CallContext = RequestParts & { principalId: PrincipalId; account?: Account | undefined }

const params = v.object({ id: v.pipe(v.string(), v.maxLength(64)) })

/** Tickets to the team, and the team's answers. */
export const helpRoutes = (deps: Deps) => {
  const { db, now, limit, limitOn, perHour } = deps
  const contextOf = requestContextOf(deps)
  const take = async (
    context: CallContext,
    email: string | null | undefined,
    open: (tx: Transaction, author: Author) => ReturnType<typeof openTicket>,
  ) => {
    // Guests cost nothing to create, and accounts without a verified address little more: their client address is rate-limited as
    // well.
    if (!context.account?.emailVerified) {
      const { address, proof } = contextOf(context)
      await limit('help-address', address, 1, proof)
      await refuseBlocked(db, now(), { address, email })
    }
    const { principalId, account } = context
    const author = { principalId, now: now(), perHour, base: contextOf(context).base }
    const opened = await db.transaction(async (tx) => {
      await lockCaller(tx, context)
      return open(tx, { ...author, mayMail: mayMail(limitOn(tx), account) })
    })
    return presentTaken(opened)
  }
  const idOf = (given: TicketId | undefined) => given ?? (Bun.randomUUIDv7() as TicketId)

  return new Elysia({ name: 'help', prefix: '/api' })
    .use(session(deps.identity))
    .post(
      '/support',
      ({ body, ...context }) =>
        take(context, body.email, (tx, author) => openTicket(tx, author, { kind: 'support', ...body, id: idOf(body.id) })),
      { principal: true, body: SupportCall, response: TicketTaken },
    )
    .post(
      '/submit-request',
      ({ body, ...context }) =>
        take(context, body.email, (tx, author) => openTicket(tx, author, { kind: 'feedback', ...body, id: idOf(body.id) })),
      { principal: true, body: FeedbackCall, response: TicketTaken },
    )
    .get('/admin/tickets', () => listForAdmin(deps), { admin: true, response: AdminTickets })
    .post(
      '/admin/tickets/:id/reply',
      ({ params: { id }, body, account, ...visiting }) =>
        replyToTicket(
          { ...deps, db: lockingCaller(db, { principalId: account.principalId, account }) },
          { id, given: body, admin: account, base: contextOf(visiting).base },
        ),
      { admin: true, params, body: ReplyToTicket, response: AdminTicket },
    )
}
