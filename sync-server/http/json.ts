import { Elysia } from 'elysia'
import { Problem } from '#shared/problem.ts'
import { urlOf } from './request-url.ts'

/** No contract of ours goes deeper than six. */
const MAX_DEPTH = 32

/** Calls that check a signature over the bytes, and so read them themselves. */
const RAW = new Set(['/api/stripe/webhook'])

/**
 * Reads JSON bodies, and none that is nested deeper than any contract.
 *
 * A schema refuses such a body as well, but Elysia then prints it, indented, into
 * an error that nobody reads: 40 kB of brackets cost 15 seconds and 800 MB.
 */
export const json = () =>
  new Elysia({ name: 'json' }).onParse({ as: 'global' }, async ({ request, contentType }) => {
    if (contentType !== 'application/json' || RAW.has(urlOf(request).pathname)) return
    const text = await request.text()
    if (text === '') return null
    const value = parse(text)
    if (isDeeperThan(value, MAX_DEPTH)) throw new Problem('malformed')
    return value
  })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('invalid-json')
  }
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1))
}
