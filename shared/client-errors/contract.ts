import * as v from 'valibot'
import { SCREENS } from '#shared/screens.ts'

/** How an error reached the page: thrown, rejected, a chunk that was not loaded, or caught while a screen was rendered. */
export const CLIENT_ERROR_KINDS = ['error', 'rejection', 'chunk', 'screen'] as const
export type ClientErrorKind = (typeof CLIENT_ERROR_KINDS)[number]

export const OTHER = 'other'

/** Classes of errors: those of the language, of the browser's storage and network, and of the app. */
const ERROR_NAMES = [
  ...['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'URIError', 'EvalError', 'AggregateError'],
  ...['AbortError', 'TimeoutError', 'NetworkError', 'NotAllowedError', 'NotFoundError', 'NotSupportedError', 'SecurityError'],
  ...['InvalidStateError', 'DataError', 'DataCloneError', 'ConstraintError', 'QuotaExceededError', 'TransactionInactiveError'],
  ...['UnknownError', 'VersionError', 'OpenFailedError', 'DatabaseClosedError', 'BulkError', 'ModifyError', 'UpgradeError'],
  ...['HttpProblem', 'Unreachable', 'ValiError', OTHER],
]

export const BROWSERS = ['Chrome', 'Edge', 'Firefox', 'Opera', 'Safari', 'Samsung', OTHER] as const
export type Browser = (typeof BROWSERS)[number]

export const MAX_FRAMES = 12
export const MAX_REPORTS = 10

const ROUTES = [...SCREENS, OTHER]
/** An unknown value, such as one of another release, is replaced. */
const oneOf = (options: readonly string[]) => v.fallback(v.picklist(options), OTHER)

const Position = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000_000))

/** A file of a build, as the build named it for its content. */
const BuiltFile = v.pipe(v.string(), v.regex(/^[\w-]{1,80}\.js$/))

/** A line of a stack, without the name of a function. */
export const Frame = v.object({ file: BuiltFile, line: Position, column: Position })
export type Frame = v.InferOutput<typeof Frame>

/**
 * An error of the app on a device, reduced to what the product itself has written: no message, no address, no text and no id. What
 * is not in a list of the product is replaced by `other`.
 */
export const ClientError = v.object({
  kind: v.picklist(CLIENT_ERROR_KINDS),
  name: oneOf(ERROR_NAMES),
  /** Number of an error of React, or status of a refused call. */
  code: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999))),
  frames: v.pipe(v.array(Frame), v.maxLength(MAX_FRAMES)),
  /** The first script of the page. */
  build: BuiltFile,
  route: oneOf(ROUTES),
  isOnline: v.boolean(),
  browser: v.picklist(BROWSERS),
})
export type ClientError = v.InferOutput<typeof ClientError>

/** `POST /api/client-errors`. Reports that the server does not keep are ignored silently. */
export const ReportClientErrors = v.object({ errors: v.pipe(v.array(ClientError), v.minLength(1), v.maxLength(MAX_REPORTS)) })

/** Errors with one fingerprint, over all builds and days that are kept. */
export const AdminClientError = v.object({
  fingerprint: v.string(),
  kind: v.picklist(CLIENT_ERROR_KINDS),
  name: v.string(),
  code: v.nullable(v.number()),
  route: v.string(),
  frames: v.array(Frame),
  count: v.number(),
  offlineCount: v.number(),
  builds: v.array(v.string()),
  browsers: v.array(v.string()),
  firstSeenAt: v.string(),
  lastSeenAt: v.string(),
})
export type AdminClientError = v.InferOutput<typeof AdminClientError>

/** `GET /api/admin/client-errors`: the latest first, at most 100. */
export const AdminClientErrors = v.array(AdminClientError)
