import type { Send } from '#web/net/api.ts'
import { type Backend, ORIGIN } from './backend.ts'
import type { VirtualClock } from './clock.ts'
import type { JsContext } from './js-context.ts'

/**
 * How a device is connected. On a bad network (`lossy`), requests and replies are lost, cut, doubled or very late. A slow
 * connection takes time for every byte, and often ends after some thousand bytes.
 */
export type NetworkConditions = 'fine' | 'lossy' | 'slow' | 'off'

/** Bytes per second, one way. */
const SLOW_RATE = 3000
/** A slow connection that ends carries at most this many bytes in both directions together. */
const SLOW_BYTES = 40_000
const SLOW_HARM = 0.3
/** Of a form with a photo. */
const FORM_BYTES = 30_000

const FATES = [
  'loses the request',
  'loses the reply',
  'never answers',
  'never arrives',
  'cuts the reply',
  'doubles',
  'echoes',
] as const
type Fate = (typeof FATES)[number] | 'delivers'

/** On a bad network half of the requests are unharmed, and few of them are fast. */
const HARM = 0.5

export type Exchange = {
  path: string
  cookies: ReadonlyMap<string, string>
  body: string | undefined
  reply: string
  status: number
}

type NetworkDeps = {
  clock: VirtualClock
  backend: Backend
  random: () => number
  /** Called with every request that a tab sends, and with every response of the server, whether it arrives or not. */
  onSend: (path: string, body: string | undefined, call: Call) => void
  onAnswer: (exchange: Exchange) => void
}

/** A request as its tab sees it: over once it was answered or aborted, or its tab is gone. */
export type Call = { isOver: boolean; context: JsContext }

/** One device's connection to the server: its cookies, and what the network does to each request. */
export class Network {
  readonly cookies = new Map<string, string>()
  conditions: NetworkConditions = 'fine'
  private readonly calls = new Set<Call>()
  requests = 0
  harmed = 0

  constructor(private readonly deps: NetworkDeps) {}

  /** Whether a tab still waits for a response. */
  get isWaiting() {
    return this.calls.size > 0
  }

  /** The `fetch` of a tab. */
  of =
    (context: JsContext): Send =>
    (path, init) =>
      new Promise((resolve, reject) => {
        const call: Call = { isOver: false, context }
        const end = (settle: () => void) => {
          if (call.isOver) return
          call.isOver = true
          this.calls.delete(call)
          context.deliver(settle)
        }
        const fail = () => end(() => reject(new TypeError('Failed to fetch')))
        if (init.signal?.aborted) return fail()
        init.signal?.addEventListener('abort', () => end(() => reject(init.signal?.reason)))
        context.whenDead(() => {
          call.isOver = true
          this.calls.delete(call)
        })
        this.calls.add(call)
        const body = typeof init.body === 'string' ? init.body : undefined
        const form = init.body instanceof FormData ? init.body : undefined
        this.deps.onSend(path, body, call)
        const answer = (response: Response, text: string) => {
          if (call.isOver) return
          for (const line of response.headers.getSetCookie()) this.storeCookie(line)
          end(() => resolve(asFetched(response, text)))
        }
        this.travel({ path, init, body, form, cookies: new Map(this.cookies), answer, fail })
      })

  private refusal: { status: number; until: number } | undefined
  /** For this long, all private requests are refused before any code reads them. */
  refuse(status: number, ms: number) {
    this.refusal = { status, until: this.deps.clock.now + ms }
  }

  private travel(trip: Trip) {
    const { clock } = this.deps
    const { refusal } = this
    if (refusal && clock.now < refusal.until && /^\/api\/sync\/(me|push)$/.test(trip.path)) {
      this.requests++
      this.harmed++
      return void clock.after(this.delay(), () => trip.answer(...refused(refusal.status)))
    }
    if (this.conditions === 'slow') return this.travelSlowly(trip)
    const fate = this.nextFate()
    this.requests++
    if (fate !== 'delivers') this.harmed++
    const [outbound, inbound] = [this.delay(), this.delay()]
    if (fate === 'never arrives') return
    if (fate === 'loses the request') return void clock.after(outbound, trip.fail)
    const arrive = (answer: Trip['answer']) => void this.arrive(trip, inbound, answer)
    const ignore = () => undefined
    if (fate === 'echoes') clock.after(outbound + 10_000 + this.deps.random() * 600_000, () => arrive(ignore))
    if (fate === 'doubles') clock.after(outbound, () => arrive(ignore))
    clock.after(outbound, () => {
      if (fate === 'never answers') arrive(ignore)
      else if (fate === 'loses the reply') arrive(trip.fail)
      else if (fate === 'cuts the reply') arrive((response, text) => trip.answer(response, text.slice(0, text.length / 2)))
      else arrive(trip.answer)
    })
  }

  /** Time depends on the bytes, and a connection that ends cuts the data in transit at that point. */
  private travelSlowly(trip: Trip) {
    const { clock, random } = this.deps
    const bytesThere = trip.form ? FORM_BYTES : (trip.body?.length ?? 0)
    const maxBytes = random() < SLOW_HARM ? random() * SLOW_BYTES : Number.POSITIVE_INFINITY
    const msFor = (bytes: number) => (Math.min(bytes, maxBytes) / SLOW_RATE) * 1000 + this.delay()
    this.requests++
    if (bytesThere >= maxBytes) {
      this.harmed++
      return void clock.after(msFor(bytesThere), trip.fail)
    }
    const answer: Trip['answer'] = (response, text) => {
      const isCut = bytesThere + text.length > maxBytes
      if (isCut) this.harmed++
      const arrived = isCut ? text.slice(0, maxBytes - bytesThere) : text
      clock.after(msFor(text.length), () => trip.answer(response, arrived))
    }
    clock.after(msFor(bytesThere), () => void this.arrive(trip, 0, answer))
  }

  /** The server receives a request, whether or not a tab still waits for it. */
  private async arrive({ path, init, body, form, cookies, fail }: Trip, inbound: number, answer: Trip['answer']) {
    const { backend, clock, onAnswer } = this.deps
    const headers = new Headers(init.headers)
    headers.set('origin', ORIGIN)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await backend.handle(
      new Request(ORIGIN + path, { method: init.method ?? 'GET', body: body ?? form ?? null, headers }),
    )
    if (!response) return void clock.after(inbound, fail)
    const text = await response.text()
    onAnswer({ path, cookies, body, reply: text, status: response.status })
    clock.after(inbound, () => answer(response, text))
  }

  private nextFate(): Fate {
    if (this.conditions === 'off') return 'loses the request'
    if (this.conditions === 'fine' || this.deps.random() > HARM) return 'delivers'
    return FATES[Math.floor(this.deps.random() * FATES.length)] ?? 'delivers'
  }

  /** Milliseconds one way. */
  private delay(): number {
    const { random } = this.deps
    if (this.conditions !== 'lossy') return 5 + random() * 40
    return random() < 0.8 ? 20 + random() * 800 : random() * 20_000
  }

  private storeCookie(line: string) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

type Trip = {
  path: string
  init: RequestInit
  body: string | undefined
  form: FormData | undefined
  cookies: ReadonlyMap<string, string>
  answer: (response: Response, text: string) => void
  fail: () => void
}

const CODES: Record<number, string> = { 403: 'foreign-origin', 404: 'not-found', 429: 'too-many-requests' }

/**
 * The reply to a request that is refused before any code reads it: by a proxy, or by a node that does not know its own address.
 */
function refused(status: number): [Response, string] {
  const headers = status === 429 ? { 'retry-after': '5' } : undefined
  const code = CODES[status]
  const text = code ? JSON.stringify({ message: 'Not now.', code }) : 'Service unavailable'
  return [new Response(text, { status, ...(headers && { headers }) }), text]
}

/** The body is already there: reading it takes no turn of the real event loop. */
const asFetched = ({ ok, status, statusText, headers }: Response, text: string) =>
  ({ ok, status, statusText, headers, text: async () => text, blob: async () => new Blob([text]) }) as Response
