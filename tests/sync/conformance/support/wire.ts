import { connect } from 'node:net'

/**
 * The client of the last release, as far as the protocol shows it: HTTP, WebSockets and JSON that is written out here. It imports
 * nothing of the product, so a change of the product's contracts cannot change what it sends or expects.
 */

/** One entry of a push. Its fields are unknown here, because many tests send wrong ones. */
export type Entry = { id: unknown; name: unknown; args: unknown; madeAt: unknown; base?: unknown; replaces?: unknown }
export type Result = { id: string; status: 'applied' | 'duplicate' | 'refused' | 'retry'; code?: string; message?: string }
export type Pushed = { principalId?: string; results: Result[] }
export type Doc = { id: string; version: number; [field: string]: unknown }
export type Pulled = { put: Record<string, Doc[]>; del: Record<string, string[]>; mark?: string; differ?: string[] }
export type Refusal = { message: string; code: string }

export type Reply<Body = unknown> = { status: number; headers: Headers; text: string; body: Body }
export type Sent = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> }

export const CLIENT_ID = '3f0c5f0e-6e0a-4c39-9d2f-0b8d6f8a1c11'
export const MADE_AT = '2026-11-20T10:00:00.000Z'
const JSON_TYPE = 'application/json'

/** A device: it stores cookies and names the protocol that it was built with. */
export type Wire = ReturnType<typeof openWire>

export function openWire(url: string, cookies = new Map<string, string>()) {
  const cookieLine = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headersOf = (more: Record<string, string> = {}) => ({
    origin: url,
    'x-sync-protocol': '1',
    ...(cookies.size > 0 && { cookie: cookieLine() }),
    ...more,
  })

  const send = async <Body = unknown>(path: string, { method = 'GET', headers, body }: Sent = {}): Promise<Reply<Body>> => {
    const response = await fetch(url + path, { method, headers: headersOf(headers), body, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parseOrUndefined(text) as Body }
  }
  const post = <Body = unknown>(path: string, body: unknown, headers: Record<string, string> = {}) =>
    send<Body>(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': JSON_TYPE, ...headers } })

  return {
    url,
    cookies,
    send,
    post,
    push: (entries: Entry[], more: object = {}, headers?: Record<string, string>) =>
      post<Pushed>('/api/sync/push', { clientId: CLIENT_ID, mutations: entries, ...more }, headers),
    pull: (have: object = {}, more: object = {}, headers?: Record<string, string>) =>
      post<Pulled>('/api/sync/me', { have, ...more }, headers),
    /** A pull of an app that sends marks. */
    pullMarked: (request: { mark: string; have?: object; hashes?: object; doubtful?: string[] }, more: object = {}) =>
      post<Pulled>('/api/sync/me', { ...request, ...more }),

    /** Sends a push and destroys the socket once `bytes` of the reply are there; 0: as soon as the request is on its way. */
    cutPush: (entries: Entry[], bytes: number, more: object = {}) => {
      const body = JSON.stringify({ clientId: CLIENT_ID, mutations: entries, ...more })
      return cutRequest(url, { path: '/api/sync/push', headers: headersOf(), body, bytes })
    },

    /** Connects the live socket as this device, or with other headers. */
    listen: (headers: Record<string, string> = {}, query = '') => openLive(url, headersOf(headers), query),
  }
}

const statusesOf = ({ body }: Reply<Pushed>) => body.results.map(({ status }) => status)

export { statusesOf }

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function keepCookie(cookies: Map<string, string>, line: string) {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) cookies.delete(name)
  else cookies.set(name, value)
}

type Cut = { path: string; headers: Record<string, string>; body: string; bytes: number }

function cutRequest(url: string, { path, headers, body, bytes }: Cut): Promise<string> {
  const { hostname, port, host } = new URL(url)
  const lines = { host, ...headers, 'content-type': JSON_TYPE, 'content-length': String(Buffer.byteLength(body)) }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
  return new Promise((done, fail) => {
    let received = ''
    const socket = connect(Number(port), hostname)
    socket.on('error', fail)
    socket.on('close', () => done(received))
    socket.on('data', (chunk) => {
      received = (received + chunk).slice(0, bytes)
      if (received.length >= bytes) socket.destroy()
    })
    const request = `POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`
    socket.write(request, () => void (bytes === 0 && socket.destroy()))
  })
}

/** Requests on one connection, each sent when the reply to the one before is complete. */
export async function sendOnOne(url: string, requests: string[]): Promise<string[]> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const replies: string[] = []
  for (const request of requests) {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    let received = ''
    const onData = (chunk: Buffer) => {
      received += chunk.toString('latin1')
      const [head = '', body] = received.split(/\r\n\r\n(.*)/s)
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
      if (body !== undefined && body.length >= length) resolve(received)
    }
    const onClose = () => reject(new Error(`The connection was closed after: ${received}`))
    socket.on('data', onData).once('close', onClose)
    socket.write(request)
    replies.push(await promise)
    socket.off('data', onData).off('close', onClose)
  }
  socket.destroy()
  return replies
}

export type Live = Awaited<ReturnType<typeof openLive>>

async function openLive(url: string, headers: Record<string, string>, query: string) {
  // Bun's own constructor accepts headers, which a page could never set and the DOM's types do not know.
  const socket: WebSocket = Reflect.construct(WebSocket, [`${url.replace('http', 'ws')}/api/sync/live${query}`, { headers }])
  const received: string[] = []
  const closed = Promise.withResolvers<{ code: number; reason: string }>()
  const opened = Promise.withResolvers<void>()
  socket.addEventListener('open', () => opened.resolve())
  socket.addEventListener('error', () => opened.reject(new Error('The connection was refused.')))
  socket.addEventListener('message', ({ data }) => received.push(String(data)))
  socket.addEventListener('close', ({ code, reason }) => closed.resolve({ code, reason }))
  await opened.promise
  return { socket, received, closed: closed.promise }
}

/** A UUIDv7 by the device's clock. @see RFC 9562 §5.7 */
export function newEntryId(clockMs = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const view = new DataView(bytes.buffer)
  view.setUint16(0, Math.floor(clockMs / 2 ** 32) & 0xffff)
  view.setUint32(2, clockMs % 2 ** 32)
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70)
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80)
  const hex = Buffer.from(bytes).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const entry = (name: string, args: object, more: Partial<Entry> = {}): Entry => ({
  id: newEntryId(),
  name,
  args,
  madeAt: MADE_AT,
  ...more,
})
export const saveEntry = (vcId: string, isSaved = true, more?: Partial<Entry>) => entry('investor.save', { vcId, isSaved }, more)
export const noteEntry = (contactId: string, text: string, more?: Partial<Entry>) =>
  entry('contact.note', { contactId, text }, more)
export const ticketEntry = (message: string, more?: Partial<Entry>, id = newEntryId()) =>
  entry('feedback.submit', { id, category: 'bug', message }, more)
export const draftEntry = (changes: object, more?: Partial<Entry>) => entry('project.saveDraft', { changes }, more)
export const listingEntry = (vcId: string, change: object, more?: Partial<Entry>) => entry('listing.edit', { vcId, change }, more)
export const followUpEntry = (contactId: string, change: object, more?: Partial<Entry>) =>
  entry('contact.follow-up', { contactId, ...change }, more)
export const voteEntry = (projectId: string, isCast = true, more?: Partial<Entry>) =>
  entry('vote.cast', { projectId, isCast }, more)

/**
 * The fingerprint of a text in a base, as the last release wrote it (cyrb53). Written out here, because old devices keep sending
 * these even when the product changes its function.
 */
export function fingerprintOf(value: string): string {
  const text = `string:${value}`
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    high = Math.imul(high ^ text.charCodeAt(at), 2654435761)
    low = Math.imul(low ^ text.charCodeAt(at), 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
