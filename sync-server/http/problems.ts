import { Elysia } from 'elysia'
import type { Log } from '#server/log.ts'
import { InvalidFields, messageOf, Problem, statusOf } from '#shared/problem.ts'
import type { ProblemBody } from '#shared/problem-body.ts'

/** Enough to find the fault; a hostile body with 10,000 faults gets no 10,000 answers. */
const MAX_FIELDS = 20

type Issue = { path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined; message: string }

/**
 * The one place where an error becomes a reply: `{message, code}`, never a stack,
 * never what the client sent.
 *
 * Elysia reports an error's own `code` property in place of its kind, so a
 * `Problem` is recognised by its class.
 */
export const problems = (log: Log) =>
  new Elysia({ name: 'problems' }).onError({ as: 'global' }, ({ code: kind, error, set, request }) => {
    const refuse = (problem: Problem, fields?: ProblemBody['fields']): ProblemBody => {
      set.status = problem.status
      set.headers['cache-control'] = 'no-store'
      if (problem.retryAfterSeconds !== undefined) set.headers['retry-after'] = String(problem.retryAfterSeconds)
      const { message, code, current } = problem
      return { message, code, ...(fields && { fields }), ...(current && { current }) }
    }
    if (error instanceof InvalidFields) return refuse(error, [...error.fields])
    if (error instanceof Problem) return refuse(error)
    switch (kind) {
      case 'VALIDATION': {
        if ('type' in error && error.type === 'response') break // Our own bug, not the client's.
        return refuse(new Problem('invalid'), fieldsOf(error))
      }
      case 'PARSE':
        return refuse(new Problem('invalid-json'))
      case 'INVALID_FILE_TYPE':
        return refuse(new Problem('invalid'))
      case 'NOT_FOUND':
        return refuse(new Problem('not-found'))
    }
    // The query is left out: it can hold an address or a payment's secret.
    log.error({ err: error, method: request.method, path: URL.parse(request.url)?.pathname }, 'a request failed')
    set.status = statusOf('internal')
    return { message: messageOf('internal'), code: 'internal' }
  })

/** Elysia's own list has no usable paths for valibot, so the schema is asked again. */
function fieldsOf(error: unknown): ProblemBody['fields'] {
  const { validator, value } = error as {
    validator?: { schema?: { '~standard'?: { validate: (value: unknown) => unknown } } }
    value?: unknown
  }
  const again = validator?.schema?.['~standard']?.validate(value) as { issues?: readonly Issue[] } | undefined
  const fields = new Map<string, string>()
  for (const issue of again?.issues ?? []) {
    const path = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step)).join('.')
    // The first fault of a field is the one to mend; the rest often goes with it.
    if (!fields.has(path) && fields.size < MAX_FIELDS) fields.set(path, sentenceOf(issue.message))
  }
  return [...fields].map(([path, message]) => ({ path, message }))
}

/** A library's default sentence quotes what it received; ours, written in the contracts, do not. */
export function sentenceOf(message: string): string {
  return /received|Expected|Invalid (type|key|format|length|value)/.test(message) ? 'This value is not accepted.' : message
}
