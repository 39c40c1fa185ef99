import { Elysia } from 'elysia'
import { chargeCalls } from '#server/http/replies/reply-meter.ts'
import { urlOf } from '#server/http/request-url.ts'
import { Problem } from '#shared/problem.ts'
import { bodyLimitOf } from './body-limits.ts'
import { meterOf } from './body-meter.ts'
import { readBytes } from './read-body.ts'
import { countWithin } from './shape.ts'

/** Calls that read their own bodies: a signature covers the bytes, or they are a form. */
const READ_ELSEWHERE = /^\/(api\/stripe\/webhook\/?$|sandbox\/)/

/** What is made of a body is held beside it, in so many times its bytes: two for each letter, and the values around the texts. */
const PARSED_TIMES = 4

/** So many values cost as much as one more call: what checks a body looks at each of them, however short it is. */
const VALUES_EACH = 1000

/**
 * Reads JSON bodies: counted while they come, refused by their shape before they are parsed. Nothing else is read here, and
 * nothing is left to Elysia's own parsers, which take whatever the server accepts.
 */
export const json = () =>
  new Elysia({ name: 'json' }).onParse({ as: 'global' }, async ({ request, contentType }) => {
    const { pathname } = urlOf(request)
    if (READ_ELSEWHERE.test(pathname)) return
    if (contentType !== 'application/json') return null
    const limit = bodyLimitOf(pathname)
    const bytes = await readBytes(request, limit.bytes)
    if (bytes.length === 0) return null
    const values = countWithin(bytes, limit)
    if (values === undefined) throw new Problem('malformed')
    chargeCalls(request, values / VALUES_EACH)
    meterOf(request)?.add(PARSED_TIMES * bytes.length)
    return parse(bytes)
  })

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new Problem('invalid-json')
  }
}
