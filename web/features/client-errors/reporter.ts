import * as v from 'valibot'
import { ClientError, type ClientErrorKind, MAX_REPORTS } from '#shared/client-errors/contract.ts'
import { describeError, type Page } from './describe-error.ts'

/** Reports that wait for a connection, in `localStorage`. */
const WAITING = 'latchkeyErrors'
/** What was reported on a day: each place in the code once. */
const TOLD = 'latchkeyErrorsTold'
const MAX_TOLD = 50
/** Of one page life. Beyond them the page is broken, and the first ones say why. */
export const MAX_OF_PAGE = 10

const Told = v.object({ day: v.string(), places: v.pipe(v.array(v.string()), v.maxLength(MAX_TOLD)) })
const Sampling = v.object({ errorSampleRate: v.number() })

type Device = {
  readPage: () => Page
  request: (path: string, init?: RequestInit) => Promise<Response>
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Calls each time that the device is online again. */
  onOnline: (send: () => void) => void
  random: () => number
  now: () => Date
}

/**
 * Reports errors to this installation: each place in the code once a day, and at most ten of a page. Offline, up to ten reports
 * wait on the device. Without storage, a report is lost.
 */
export function createReporter({ readPage, request, storage, onOnline, random, now }: Device) {
  /** An error is caught more than once: a chunk that is not loaded is also a rejection and the error of a screen. */
  const seen = new WeakSet<object>()
  let countOfPage = 0
  let isListening = false
  let sending: Promise<void> | undefined
  let sampled: Promise<boolean> | undefined

  function report(kind: ClientErrorKind, error: unknown): Promise<void> {
    if (typeof error !== 'object' || error === null || seen.has(error)) return Promise.resolve()
    seen.add(error)
    const described = describeError(kind, error, readPage())
    if (!described || countOfPage >= MAX_OF_PAGE || isTold(described)) return Promise.resolve()
    countOfPage += 1
    keep([...listWaiting(), described])
    return sendWaiting()
  }

  /** Sends what waits now, or once the device is online. */
  function sendWaiting(): Promise<void> {
    if (!isListening) {
      isListening = true
      onOnline(() => void sendWaiting())
    }
    const next = (sending ?? Promise.resolve()).then(send)
    sending = next
    return next
  }

  async function send() {
    if (!readPage().isOnline || listWaiting().length === 0) return
    const isReported = await isSampled().catch(() => undefined)
    // Taken before they are sent: another tab also learns that the device is online.
    const errors = listWaiting()
    if (errors.length === 0 || isReported === undefined) return
    keep([])
    if (!isReported) return
    const init = { method: 'POST', body: JSON.stringify({ errors }), headers: { 'content-type': 'application/json' } }
    // A refusal is no reason to ask again: it is only a statistic. For the same reason an error may be counted twice: a page that is
    // left takes a request for failed that the browser completes.
    await request('/api/client-errors', { ...init, keepalive: true, credentials: 'omit' }).catch(() =>
      keep([...errors, ...listWaiting()]),
    )
  }

  /** Whether this page reports: the server says which share of the pages does. Rejects without a network. */
  function isSampled(): Promise<boolean> {
    sampled ??= request('/api/config')
      .then((reply) => reply.json())
      .then((config) => {
        const sampling = v.safeParse(Sampling, config)
        return sampling.success && random() < sampling.output.errorSampleRate
      })
      .catch((error) => {
        sampled = undefined
        throw error
      })
    return sampled
  }

  /** Whether the same place was reported today; notes it otherwise. */
  function isTold({ kind, name, code, route, frames }: ClientError): boolean {
    const place = hash(JSON.stringify([kind, name, code, route, frames.slice(0, 3)]))
    const day = now().toISOString().slice(0, 10)
    const kept = read(TOLD, Told)
    const places = kept?.day === day ? kept.places : []
    if (places.includes(place)) return true
    write(TOLD, { day, places: [...places, place].slice(-MAX_TOLD) })
    return false
  }

  const listWaiting = () => read(WAITING, v.array(ClientError)) ?? []

  /** The oldest ones say most about a fault. */
  const keep = (errors: ClientError[]) => write(WAITING, errors.length === 0 ? undefined : errors.slice(0, MAX_REPORTS))

  function read<Value>(key: string, schema: v.GenericSchema<unknown, Value>): Value | undefined {
    try {
      const kept = v.safeParse(schema, JSON.parse(storage().getItem(key) ?? 'null'))
      return kept.success ? kept.output : undefined
    } catch {
      return undefined
    }
  }

  function write(key: string, value: unknown) {
    try {
      if (value === undefined) storage().removeItem(key)
      else storage().setItem(key, JSON.stringify(value))
    } catch {
      // Full or forbidden.
    }
  }

  return { report, sendWaiting }
}

/** FNV-1a: the storage of the device has a number instead of a stack. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0
  return value.toString(36)
}
