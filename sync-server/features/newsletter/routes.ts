import { Elysia } from 'elysia'
import { type RequestContextDeps, requestContextOf } from '#server/features/accounts/sessions/request-context.ts'
import { Success } from '#shared/accounts/security-contract.ts'
import { NewsletterSignup, NewsletterToken } from '#shared/newsletter/contract.ts'
import { confirm, type NewsletterDeps, signUp, unsubscribe } from './service.ts'

const success = { success: true as const }

export const newsletterRoutes = (deps: NewsletterDeps & RequestContextDeps) => {
  const contextOf = requestContextOf(deps)
  return new Elysia({ name: 'newsletter', prefix: '/api' })
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
}
