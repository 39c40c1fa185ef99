import { Elysia } from 'elysia'
import { lockingCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { type RequestContextDeps, requestContextOf } from '#server/features/accounts/sessions/request-context.ts'
import { leaveBodyUnread } from '#server/http/body/multipart.ts'
import { type Identity, session } from '#server/http/session.ts'
import { Success } from '#shared/accounts/security-contract.ts'
import { NewsletterChoice, NewsletterSignup, NewsletterToken, Subscribers } from '#shared/newsletter/contract.ts'
import { choose, readChoice } from './choice.ts'
import { confirm, exportSubscribers, type NewsletterDeps, pageOf, signUp, unsubscribe } from './service.ts'

const success = { success: true as const }

type RoutesDeps = NewsletterDeps & RequestContextDeps & { identity: Identity }

export const newsletterRoutes = (deps: RoutesDeps) => {
  const contextOf = requestContextOf(deps)
  return (
    new Elysia({ name: 'newsletter', prefix: '/api' })
      .use(session(deps.identity))
      .get('/newsletter', ({ account }) => readChoice(deps, account), { signedIn: true, response: NewsletterChoice })
      .post('/newsletter', ({ account, body }) => choose(deps, account, body), {
        signedIn: true,
        body: NewsletterChoice,
        response: NewsletterChoice,
      })
      .post(
        '/newsletter-signup',
        async ({ body, ...visiting }) => {
          await signUp(deps, body, contextOf(visiting))
          return success
        },
        { body: NewsletterSignup, response: Success },
      )
      .post(
        '/newsletter-confirm',
        async ({ body }) => {
          await confirm(deps, body.token)
          return success
        },
        { body: NewsletterToken, response: Success },
      )
      .post(
        '/newsletter-unsubscribe',
        async ({ body }) => {
          await unsubscribe(deps, body.token)
          return success
        },
        { body: NewsletterToken, response: Success },
      )
      // The address in the header `List-Unsubscribe`: as `features/notices/routes.ts`.
      .get(
        '/newsletter/unsubscribe',
        ({ query, ...visiting }) =>
          new Response(null, { status: 303, headers: { location: pageOf(contextOf(visiting).base, query.token) } }),
        { query: NewsletterToken },
      )
      .post(
        '/newsletter/unsubscribe',
        async ({ query }) => {
          await unsubscribe(deps, query.token)
          return success
        },
        { parse: leaveBodyUnread, query: NewsletterToken, response: Success },
      )
      .post(
        '/admin/newsletter/export',
        ({ account, ...visiting }) => {
          const db = lockingCaller(deps.db, { principalId: account.principalId, account })
          return exportSubscribers({ ...deps, db }, account, contextOf(visiting).base)
        },
        { freshAdmin: true, response: Subscribers },
      )
  )
}
