import { Elysia } from 'elysia'
import { type RequestContextDeps, requestContextOf } from '#server/features/accounts/sessions/request-context.ts'
import { type Identity, session } from '#server/http/session.ts'
import { Success } from '#shared/accounts/security-contract.ts'
import { Claimed, ConfirmClaim, StartClaim } from '#shared/guest-claims/contract.ts'
import { type ClaimDeps, confirmClaim, startClaim } from './service.ts'

/** For buyers whose browser has lost its guest cookie. */
export const claimRoutes = (deps: ClaimDeps & RequestContextDeps & { identity: Identity }) => {
  const contextOf = requestContextOf(deps)
  return new Elysia({ name: 'claims', prefix: '/api/claims' })
    .use(session(deps.identity))
    .post(
      '/',
      async ({ body, principalId, account, ...visiting }) => {
        await startClaim(deps, { ...contextOf(visiting), principalId, account }, body.email)
        return { success: true as const }
      },
      { principal: true, body: StartClaim, response: Success },
    )
    .post(
      '/confirm',
      async ({ body, principalId, account }) => ({
        success: true as const,
        claimed: await confirmClaim(deps, { principalId, account }, body.code),
      }),
      { principal: true, body: ConfirmClaim, response: Claimed },
    )
}
