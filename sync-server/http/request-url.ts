import { Problem } from '#shared/problem.ts'

/** Index at which the router starts to look for the path: with a shorter host it finds it in the wrong place. */
const ROUTER_READS_FROM = 11

/**
 * The URL of a request, if all readers parse it in the same way.
 *
 * With an invalid `Host`, Bun passes a bare path. With a very short one the router splits the path at another position than `URL`
 * does, and a check on the path would guard another call than the one that runs.
 *
 * @throws Problem `malformed`
 */
export function urlOf(request: Request): URL {
  const url = URL.parse(request.url)
  const pathBegins = request.url.indexOf('/', request.url.indexOf('://') + 3)
  if (!url || pathBegins < ROUTER_READS_FROM) throw new Problem('malformed')
  return url
}

/**
 * Whether an address has the form of a file: a picture, a script, a list for crawlers. Not a pattern: for each of many dots it would
 * read the rest of the address again.
 */
export const namesFile = (pathname: string): boolean => pathname.includes('.', pathname.lastIndexOf('/'))
