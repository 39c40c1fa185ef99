import { DrizzleQueryError } from 'drizzle-orm'
import { ValidationError } from 'elysia'
import { type DestinationStream, type Logger, pino } from 'pino'
import { currentTraceId } from '#server/observe/traces/spans.ts'

export type Log = Pick<Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug'>

/** Log lines contain no address, secret or query. A line within a trace names it. */
export const createLog = (level: string, to?: DestinationStream): Log =>
  pino(
    {
      level,
      mixin: () => {
        const id = currentTraceId()
        return id ? { trace_id: id } : {}
      },
      serializers: { err: (error) => (error instanceof Error ? describeError(error) : { message: typeof error }) },
      redact: {
        paths: ['*.email', '*.password', '*.clientSecret', '*.client_secret', '*.headers'],
        censor: '[redacted]',
      },
    },
    to ?? pino.destination(1),
  )

type Description = { type: string; message: string; code?: string; stack: string; cause?: Description }

/**
 * The loggable part of an error. Libraries attach the data they worked on: a failed query its parameters, a reply that violates
 * its contract the reply, a refused payment the intent.
 */
function describeError(error: Error): Description {
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: messageOf(error),
    ...(typeof code === 'string' && { code }),
    // The first lines of a stack repeat the message.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}

/** The part of an error that may be stored beside the work that it ended. */
export const briefOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${messageOf(error)}` : typeof error)

/** The message without the data that the library worked on: parameters of a query can be secrets. */
export function messageOf(error: Error): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`
  if (error instanceof ValidationError) return `The ${error.type} does not meet its contract`
  return error.message
}
