import { AsyncLocalStorage } from 'node:async_hooks'

/** Names, numbers and codes of the product. Nothing of a user: see `tests/server/operations/traces.test.ts`. */
export type Attributes = Record<string, string | number | undefined>

export type Kind = 'server' | 'client' | 'internal'

/** A unit of work that is being measured. */
export type Span = {
  traceId: string
  /** False where the sampler leaves it out: its attributes need not be computed. */
  isRecorded: boolean
  describe: (attributes: Attributes) => void
  end: (outcome?: { name?: string; attributes?: Attributes; isFailed?: boolean }) => void
}

/** The span of another service that caused a request. */
export type Remote = { traceId: string; spanId: string; isSampled: boolean }

/** @param parent  undefined for the first span of a trace */
export type StartSpan = (about: { name: string; kind: Kind; attributes?: Attributes }, parent: Span | Remote | undefined) => Span

const current = new AsyncLocalStorage<Span | undefined>()

let start: StartSpan | undefined

/** Spans of this process are recorded from now on, or no longer. */
export function recordSpans(by: StartSpan | undefined) {
  start = by
}

/** The trace of the running code, for log lines. */
export const currentTraceId = (): string | undefined => (start ? current.getStore()?.traceId : undefined)

/**
 * Begins a trace that includes everything that the running callback causes. Undefined where none is recorded: the callback then
 * belongs to no trace.
 */
export function enterSpan(name: string, kind: Kind, remote?: Remote): Span | undefined {
  if (!start) return undefined
  const span = start({ name, kind }, remote)
  current.enterWith(span)
  return span
}

/** The running callback belongs to no trace, also where the connection has served another request before. */
export function leaveSpan() {
  if (start) current.enterWith(undefined)
}

/** Adds to the span of the running code. */
export function describeSpan(read: () => Attributes) {
  const span = start && current.getStore()
  if (span?.isRecorded) span.describe(read())
}

/** A step of the running trace. Undefined outside a trace, as in the idle polls of a worker. */
export function startStep(name: string, kind: Kind, attributes?: Attributes): Span | undefined {
  const parent = start && current.getStore()
  return parent && start?.({ name, kind, ...(attributes && { attributes }) }, parent)
}

/** Whether a step of the running code would be recorded: its attributes are only computed then. */
export const isRecorded = (): boolean => (start !== undefined && current.getStore()?.isRecorded) === true

/** Measures work as a step of the running trace, or as a trace of its own. */
export function inSpan<Result>(name: string, kind: Kind, attributes: Attributes, work: () => Promise<Result>): Promise<Result> {
  if (!start) return work()
  const span = start({ name, kind, attributes }, current.getStore())
  return current.run(span, async () => {
    try {
      const result = await work()
      span.end()
      return result
    } catch (error) {
      span.end({ isFailed: true })
      throw error
    }
  })
}
