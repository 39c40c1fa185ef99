import { type Span as ApiSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { VERSION } from '#server/http/version.ts'
import type { TraceSettings } from './settings.ts'
import type { Attributes, Kind, Span, StartSpan } from './spans.ts'

/** A receiver that does not answer costs memory for this many spans; later ones are dropped. */
const MAX_WAITING = 2048
/** Longest wait for a receiver at the end of the process. */
const STOP_MS = 5000

const KINDS: Record<Kind, SpanKind> = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/**
 * Exports spans in the background.
 *
 * @param onChange  called when exports begin to fail, and when they succeed again
 * @returns `stop` sends what waits, within `STOP_MS`
 */
export function exportSpans(
  settings: TraceSettings,
  onChange: (isReachable: boolean) => void,
): { start: StartSpan; stop: () => Promise<void> } {
  const { timeoutMs } = settings
  const Exporter = settings.protocol === 'http/json' ? JsonExporter : ProtobufExporter
  const exporter = new Exporter({ url: settings.url, headers: settings.headers, timeoutMillis: timeoutMs })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.version': VERSION, ...settings.resource }),
    sampler: samplerOf(settings.sampler, settings.ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, onChange),
        maxQueueSize: MAX_WAITING,
        scheduledDelayMillis: settings.delayMs,
        exportTimeoutMillis: timeoutMs,
      }),
    ],
  })
  const tracer = provider.getTracer('latchkey', VERSION)
  const spans = new WeakMap<Span, ApiSpan>()

  const contextOf = (parent: Parameters<StartSpan>[1]) => {
    if (!parent) return ROOT_CONTEXT
    if (!('spanId' in parent)) {
      const known = spans.get(parent)
      return known ? trace.setSpan(ROOT_CONTEXT, known) : ROOT_CONTEXT
    }
    const { traceId, spanId, isSampled } = parent
    const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
  }
  const start: StartSpan = ({ name, kind, attributes = {} }, parent) => {
    const opened = tracer.startSpan(name, { kind: KINDS[kind], attributes: present(attributes) }, contextOf(parent))
    const span: Span = {
      traceId: opened.spanContext().traceId,
      isRecorded: opened.isRecording(),
      describe: (attributes) => void opened.setAttributes(present(attributes)),
      end: ({ name, attributes, isFailed } = {}) => {
        if (name) opened.updateName(name)
        if (attributes) opened.setAttributes(present(attributes))
        // Without the message of the error: it may contain data.
        if (isFailed) opened.setStatus({ code: SpanStatusCode.ERROR })
        opened.end()
      },
    }
    spans.set(span, opened)
    return span
  }
  const stop = async () => {
    await Promise.race([provider.shutdown().catch(() => undefined), Bun.sleep(STOP_MS)])
  }
  return { start, stop }
}

function reporting(exporter: SpanExporter, onChange: (isReachable: boolean) => void): SpanExporter {
  let isReachable = true
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isDone = result.code === 0
        if (isDone !== isReachable) onChange(isDone)
        isReachable = isDone
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

const present = (attributes: Attributes) =>
  Object.fromEntries(Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])))

function samplerOf(name: string, ratio: number): Sampler {
  const parent = /^parentbased_(?<root>.+)$/.exec(name)?.groups?.root
  if (parent) return new ParentBasedSampler({ root: samplerOf(parent, ratio) })
  if (name === 'always_off') return new AlwaysOffSampler()
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler()
}
