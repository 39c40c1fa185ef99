import { Elysia } from 'elysia'
import { leaveBodyUnread } from '#server/http/body/multipart.ts'
import { Success } from '#shared/accounts/security-contract.ts'
import { UnsubscribeToken } from '#shared/notices/unsubscribe.ts'
import { type UnsubscribeDeps, unsubscribe, unsubscribePage } from './preferences.ts'

/**
 * The address in the header `List-Unsubscribe` of optional mails. Mail programs post a form to it, whose content says nothing, and
 * show it to users whose program cannot. @see RFC 8058
 */
export const unsubscribeRoutes = (deps: UnsubscribeDeps) =>
  new Elysia({ name: 'unsubscribe', prefix: '/api/notices/unsubscribe' })
    .get(
      '',
      async ({ query }) => new Response(null, { status: 303, headers: { location: await unsubscribePage(deps, query.token) } }),
      {
        query: UnsubscribeToken,
      },
    )
    .post(
      '',
      async ({ query }) => {
        await unsubscribe(deps, query.token)
        return { success: true as const }
      },
      { parse: leaveBodyUnread, query: UnsubscribeToken, response: Success },
    )
