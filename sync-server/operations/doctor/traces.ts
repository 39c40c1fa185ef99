import type { Env } from '#server/env.ts'
import { codeOf } from '#server/error-code.ts'
import { traceSettings } from '#server/observe/traces/settings.ts'
import { type Finding, ok, problem } from './finding.ts'

const TIMEOUT_MS = 8000

/** Sends an export without spans to the receiver of traces, as the server would. */
export async function checkTraces(env: Env): Promise<Finding[]> {
  const settings = traceSettings(env)
  if (!settings) return []
  const isJson = settings.protocol === 'http/json'
  let status: number
  try {
    const reply = await fetch(settings.url, {
      method: 'POST',
      headers: { ...settings.headers, 'content-type': isJson ? 'application/json' : 'application/x-protobuf' },
      // In protobuf a message without fields has no bytes.
      body: isJson ? '{"resourceSpans":[]}' : new Uint8Array(),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    status = reply.status
  } catch (error) {
    return [
      problem(
        `The receiver of traces does not answer (${codeOf(error) || 'no answer'}). Spans are dropped.`,
        'Check the host and the port in OTEL_EXPORTER_OTLP_ENDPOINT, and that it receives OTLP over HTTP, usually on port 4318.',
      ),
    ]
  }
  if (status >= 200 && status < 300) return [ok('The receiver of traces accepts spans.')]
  const text = `The receiver of traces answers ${status}. Spans are dropped.`
  if (status === 401 || status === 403) return [problem(text, 'Correct the key in OTEL_EXPORTER_OTLP_HEADERS.')]
  if (status === 415) return [problem(text, 'Set OTEL_EXPORTER_OTLP_PROTOCOL to the other of http/protobuf and http/json.')]
  return [
    problem(
      text,
      'OTEL_EXPORTER_OTLP_ENDPOINT is the base, to which /v1/traces is added; OTEL_EXPORTER_OTLP_TRACES_ENDPOINT is the whole address.',
    ),
  ]
}
