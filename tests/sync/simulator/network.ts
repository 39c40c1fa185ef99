import type { Send } from '#web/net/api.ts'
import { type Backend, ORIGIN } from './backend.ts'
import type { VirtualClock } from './clock.ts'
import type { Realm } from './realm.ts'

/** How a device is connected. In a basement, requests and replies get lost, cut, doubled and very late. */
export type Weather = 'fine' | 'basement' | 'off'

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

/** In the basement every other request comes through unharmed, and hardly ever at once. */
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
  /** Shown every request that a tab sends, and every answer that the server gives, whether it arrives or not. */
  onSend: (path: string, body: string | undefined, call: Call) => void
  onAnswer: (exchange: Exchange) => void
}

/** A request as its tab sees it: over once it was answered, given up, or its tab is gone. */
export type Call = { isOver: boolean; realm: Realm }

/** One device's way to the server: its cookies, and what the network does to each request. */
export class Network {
  readonly cookies = new Map<string, string>()
  weather: Weather = 'fine'
  private readonly calls = new Set<Call>()
  requests = 0
  harmed = 0

  constructor(private readonly deps: NetworkDeps) {}

  /** Whether a tab still waits for an answer. */
  get isWaiting() {
    return this.calls.size > 0
  }

  /** What `fetch` is in a tab. */
  of =
    (realm: Realm): Send =>
    (path, init) =>
      new Promise((resolve, reject) => {
        const call: Call = { isOver: false, realm }
        const end = (settle: () => void) => {
          if (call.isOver) return
          call.isOver = true
          this.calls.delete(call)
          realm.deliver(settle)
        }
        const fail = () => end(() => reject(new TypeError('Failed to fetch')))
        if (init.signal?.aborted) return fail()
        init.signal?.addEventListener('abort', () => end(() => reject(init.signal?.reason)))
        realm.whenDead(() => {
          call.isOver = true
          this.calls.delete(call)
        })
        this.calls.add(call)
        const body = typeof init.body === 'string' ? init.body : undefined
        this.deps.onSend(path, body, call)
        const answer = (response: Response, text: string) => {
          if (call.isOver) return
          for (const line of response.headers.getSetCookie()) this.keep(line)
          end(() => resolve(asFetched(response, text)))
        }
        this.travel({ path, init, body, cookies: new Map(this.cookies), answer, fail })
      })

  private travel(trip: Trip) {
    const { clock } = this.deps
    const fate = this.nextFate()
    this.requests++
    if (fate !== 'delivers') this.harmed++
    const [there, back] = [this.delay(), this.delay()]
    if (fate === 'never arrives') return
    if (fate === 'loses the request') return void clock.after(there, trip.fail)
    const arrive = (answer: Trip['answer']) => void this.arrive(trip, back, answer)
    const nobody = () => undefined
    if (fate === 'echoes') clock.after(there + 10_000 + this.deps.random() * 600_000, () => arrive(nobody))
    if (fate === 'doubles') clock.after(there, () => arrive(nobody))
    clock.after(there, () => {
      if (fate === 'never answers') arrive(nobody)
      else if (fate === 'loses the reply') arrive(trip.fail)
      else if (fate === 'cuts the reply') arrive((response, text) => trip.answer(response, text.slice(0, text.length / 2)))
      else arrive(trip.answer)
    })
  }

  /** The server takes a request, whoever still waits for it. */
  private async arrive({ path, init, body, cookies, fail }: Trip, back: number, answer: Trip['answer']) {
    const { backend, clock, onAnswer } = this.deps
    const headers = new Headers(init.headers)
    headers.set('origin', ORIGIN)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await backend.handle(
      new Request(ORIGIN + path, { method: init.method ?? 'GET', body: body ?? null, headers }),
    )
    if (!response) return void clock.after(back, fail)
    const text = await response.text()
    onAnswer({ path, cookies, body, reply: text, status: response.status })
    clock.after(back, () => answer(response, text))
  }

  private nextFate(): Fate {
    if (this.weather === 'off') return 'loses the request'
    if (this.weather === 'fine' || this.deps.random() > HARM) return 'delivers'
    return FATES[Math.floor(this.deps.random() * FATES.length)] ?? 'delivers'
  }

  /** Milliseconds one way. */
  private delay(): number {
    const { random } = this.deps
    if (this.weather !== 'basement') return 5 + random() * 40
    return random() < 0.8 ? 20 + random() * 800 : random() * 20_000
  }

  private keep(line: string) {
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
  cookies: ReadonlyMap<string, string>
  answer: (response: Response, text: string) => void
  fail: () => void
}

/** Its body is there already: reading it takes no turn of the real event loop. */
const asFetched = ({ ok, status, statusText, headers }: Response, text: string) =>
  ({ ok, status, statusText, headers, text: async () => text }) as Response
