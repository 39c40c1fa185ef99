import { Problem } from '#shared/problem.ts'

/** Where the router looks for the path: it takes any host of fewer letters than this leaves room for as part of it. */
const ROUTER_READS_FROM = 11

/**
 * The address of a request, when everybody who reads it reads the same.
 *
 * With a `Host` that is none, Bun hands over a bare path; with a very short one
 * the router cuts the path elsewhere than we do, and a check on the path would
 * guard another call than the one that runs.
 *
 * @throws Problem `malformed`
 */
export function urlOf(request: Request): URL {
  const url = URL.parse(request.url)
  const pathBegins = request.url.indexOf('/', request.url.indexOf('://') + 3)
  if (!url || pathBegins < ROUTER_READS_FROM) throw new Problem('malformed')
  return url
}
