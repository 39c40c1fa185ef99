import { DrizzleQueryError } from 'drizzle-orm'
import { codeOf } from '#server/error-code.ts'

/**
 * SQLSTATEs and codes of the driver for failures that end by themselves: a lock or a statement that took too long, a deadlock, no
 * free connection, a server that stops, starts or is not the primary any more, a connection that ended.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TEMPORARY = new Set([
  ...['55P03', '57014', '40P01', '40001', '53300', '57P01', '57P02', '57P03', '25006', '25P03', '08006'],
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
])
/** Only in an error of a query: other services can be unreachable too. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'ENOENT',
])

/** The driver adds the statement to the errors of its queries, also to those of the connection. */
const isOfDriver = (error: unknown) => error instanceof Error && 'query' in error && 'parameters' in error

/** Whether a query failed for a reason that passes: the same request can succeed a moment later. */
export function isTemporaryFailure(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  const code = codeOf(cause)
  const isQuery = error instanceof DrizzleQueryError || isOfDriver(error)
  return TEMPORARY.has(code) || (isQuery && UNREACHABLE.has(code))
}
