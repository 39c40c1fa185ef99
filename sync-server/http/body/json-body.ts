import { Elysia } from 'elysia'
import { chargeCalls } from '#server/http/replies/reply-meter.ts'
import { urlOf } from '#server/http/request-url.ts'
import { Problem } from '#shared/problem.ts'
import { bodyLimitOf } from './body-limits.ts'
import { meterOf } from './body-meter.ts'
import { readBytes } from './read-body.ts'
import { countWithin } from './shape.ts'

/** Calls that read their bodies themselves: a signature covers the bytes, or the body is a form. */
const READ_ELSEWHERE = /^\/(api\/(stripe\/webhook|mail\/events)\/?$|sandbox\/)/

/** Memory for the parsed value, as a multiple of the bytes: two bytes for each character, and the values around the texts. */
const PARSED_TIMES = 4

/** This many values cost as much as one more call: validation visits each of them, however short the body is. */
const VALUES_EACH = 1000

/**
 * Reads JSON bodies: counted while they arrive, refused by their shape before they are parsed. It reads no other type, and leaves
 * nothing to Elysia's own parsers, which accept up to the limit of the server.
 */
export const jsonBodyParser = () =>
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
