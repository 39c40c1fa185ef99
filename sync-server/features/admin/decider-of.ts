import {
  type RequestContextDeps,
  type RequestParts,
  requestContextOf,
} from '#server/features/accounts/sessions/request-context.ts'
import type { Account } from '#server/http/session.ts'
import type { Decider } from './deps.ts'

/** Reads the deciding admin of a request, and the origin of links in the mails about the decision. */
export function deciderOf(deps: RequestContextDeps) {
  const contextOf = requestContextOf(deps)
  return ({ account, ...visiting }: RequestParts & { account: Account }): Decider => ({
    admin: account,
    base: contextOf(visiting).base,
  })
}
