import { Elysia } from 'elysia'
import { isTemporaryFailure } from '#server/database/temporary-failure.ts'
import type { Log } from '#server/log.ts'
import { InvalidFields, messageOf, Problem, statusOf } from '#shared/problem.ts'
import type { ProblemBody } from '#shared/problem-body.ts'
import { ProofNeeded } from './limits/proof/proof-needed.ts'
import { requestIdOf } from './request-id.ts'

const RETRY_AFTER_SECONDS = 2

/**
 * The one place where an error becomes a reply: `{message, code}`. It contains no stack and no client input.
 *
 * Elysia reports an error's own `code` property in place of its kind, so a `Problem` is recognised by its class.
 */
export const errorHandler = (log: Log) =>
  new Elysia({ name: 'problems' }).onError({ as: 'global' }, ({ code: kind, error: thrown, set, request }) => {
    // Elysia wraps an error that a custom parser throws.
    const error = kind === 'PARSE' && thrown instanceof Error && thrown.cause instanceof Problem ? thrown.cause : thrown
    const refuse = (problem: Problem, fields?: ProblemBody['fields']): ProblemBody => {
      set.status = problem.status
      set.headers['cache-control'] = 'no-store'
      if (problem.retryAfterSeconds !== undefined) set.headers['retry-after'] = String(problem.retryAfterSeconds)
      const { message, code, current } = problem
      const challenge = problem instanceof ProofNeeded && problem.challenge
      return { message, code, ...(fields && { fields }), ...(current && { current }), ...(challenge && { challenge }) }
    }
    if (error instanceof InvalidFields) return refuse(error, [...error.fields])
    if (error instanceof Problem) return refuse(error)
    switch (kind) {
      case 'PARSE':
        return refuse(new Problem('invalid-json'))
      case 'INVALID_FILE_TYPE':
        return refuse(new Problem('invalid'))
      case 'NOT_FOUND':
        return refuse(new Problem('not-found'))
    }
    const about = { id: requestIdOf(request), method: request.method, path: URL.parse(request.url)?.pathname }
    if (isTemporaryFailure(error)) {
      log.warn({ err: error, ...about }, 'the database was not available to a request')
      return refuse(new Problem('unavailable', undefined, RETRY_AFTER_SECONDS))
    }
    // The query is left out: it can contain an e-mail address or a payment's secret.
    log.error({ err: error, ...about }, 'a request failed')
    set.status = statusOf('internal')
    return { message: messageOf('internal'), code: 'internal' }
  })
