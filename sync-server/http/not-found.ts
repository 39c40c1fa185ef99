import { Elysia } from 'elysia'
import { Problem } from '#shared/problem.ts'
import { urlOf } from './request-url.ts'

type Route = { method: string; path: string }
type Unanswered = { request: Request; set: { headers: Record<string, string | number> } }

/** Replies to unmatched routes: 405 where another method would match, otherwise 404. */
export type RefuseUnknown = (context: Unanswered) => never

/** @param listRoutes  called at the first refusal, when every route is registered */
export function createRefusal(listRoutes: () => Route[]): RefuseUnknown {
  let calls: { method: string; pattern: RegExp }[] | undefined
  return ({ request, set }) => {
    calls ??= listRoutes()
      .filter(({ path }) => path.startsWith('/api/'))
      .map(({ method, path }) => ({ method, pattern: new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`) }))
    const { pathname } = urlOf(request)
    const allowed = calls.filter(({ pattern }) => pattern.test(pathname)).map(({ method }) => method)
    if (allowed.length === 0) throw new Problem('not-found')
    set.headers.allow = allowed.join(', ')
    throw new Problem('method-not-allowed')
  }
}

export const notFound = (refuse: RefuseUnknown) => new Elysia({ name: 'unknown' }).all('/*', refuse)
