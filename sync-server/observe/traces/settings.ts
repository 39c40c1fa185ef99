import { z } from 'zod'

const webUrl = z.url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:4318' })
const milliseconds = z.coerce.number('must be a number of milliseconds').int().min(1).max(600_000)

/** `key=value,key=value`, percent-encoded. @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/#specifying-headers-via-environment-variables */
const pairs = z.string().transform((list, context) => {
  const entries = list
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => /^\s*(?<name>[^=\s]+)\s*=(?<value>.*)$/.exec(pair)?.groups)
  try {
    return Object.fromEntries(entries.map((pair) => [pair?.name as string, decodeURIComponent(pair?.value?.trim() as string)]))
  } catch {
    return fault(context)
  } finally {
    if (entries.some((pair) => pair === undefined)) fault(context)
  }
})
function fault(context: { addIssue: (message: string) => void }) {
  context.addIssue('must be a list such as name=value,other=value, percent-encoded')
  return z.NEVER
}

const oneOf = <const Options extends [string, ...string[]]>(...options: Options) =>
  z.enum(options, `must be ${options.slice(0, -1).join(', ')} or ${options.at(-1)}`)

const protocol = oneOf('http/protobuf', 'http/json')
/** An operator who knows them from other services may have set them: they change nothing here, and are no fault. */
const IGNORED_PROPAGATORS = ['baggage', 'none']

/** The standard variables, as far as this server supports them. @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
export const TRACE_VARIABLES = {
  OTEL_SDK_DISABLED: z
    .string()
    .toLowerCase()
    .pipe(oneOf('true', 'false'))
    .default('false')
    .transform((value) => value === 'true'),
  OTEL_TRACES_EXPORTER: oneOf('otlp', 'none').default('otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol.default('http/protobuf'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds.default(10_000),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds.default(5000),
  OTEL_SERVICE_NAME: z.string().trim().min(1, 'must not be blank').optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_TRACES_SAMPLER: oneOf(
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be from 0 to 1')
    .min(0, 'must be from 0 to 1')
    .max(1, 'must be from 0 to 1')
    .default(1),
  OTEL_PROPAGATORS: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .refine(
      (names) => names.every((name) => name === 'tracecontext' || IGNORED_PROPAGATORS.includes(name)),
      'must be tracecontext, baggage or none',
    )
    .optional(),
}

/**
 * The environment without the variables of traces where no receiver is named. A platform may set them for all of its services:
 * a value that is not supported is then no fault.
 */
export const withoutUnusedTraces = (source: Record<string, string | undefined>): Record<string, string | undefined> =>
  source.OTEL_EXPORTER_OTLP_ENDPOINT || source.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
    ? source
    : Object.fromEntries(Object.entries(source).filter(([name]) => !name.startsWith('OTEL_')))

const Variables = z.object(TRACE_VARIABLES)
export type TraceEnv = z.output<typeof Variables>

export type TraceSettings = {
  url: string
  protocol: 'http/protobuf' | 'http/json'
  headers: Record<string, string>
  resource: Record<string, string>
  sampler: TraceEnv['OTEL_TRACES_SAMPLER']
  /** The share of traces of the samplers by ratio. */
  ratio: number
  delayMs: number
  timeoutMs: number
}

/** Where spans are sent, and how. Undefined where no receiver is named, or tracing is off. */
export function traceSettings(env: TraceEnv): TraceSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: exact } = env
  const url = exact ?? (base && `${base.replace(/\/$/, '')}/v1/traces`)
  if (!url || env.OTEL_SDK_DISABLED || env.OTEL_TRACES_EXPORTER === 'none') return undefined
  return {
    url,
    protocol: env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL,
    headers: { ...env.OTEL_EXPORTER_OTLP_HEADERS, ...env.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    resource: {
      'service.name': 'latchkey',
      ...env.OTEL_RESOURCE_ATTRIBUTES,
      ...(env.OTEL_SERVICE_NAME && { 'service.name': env.OTEL_SERVICE_NAME }),
    },
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    delayMs: env.OTEL_BSP_SCHEDULE_DELAY,
    timeoutMs: env.OTEL_EXPORTER_OTLP_TIMEOUT,
  }
}

/**
 * Whether a request names its trace. Without `OTEL_PROPAGATORS` only a trusted proxy does: a browser could otherwise choose what is
 * sampled, and join traces of others.
 */
export const takesTraceParent = ({ OTEL_PROPAGATORS: names }: TraceEnv, trustedProxies: number): boolean =>
  names ? names.includes('tracecontext') : trustedProxies > 0
