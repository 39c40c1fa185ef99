import { DEVICE_COOKIE } from '#server/features/accounts/sessions/request-context.ts'
import { GUEST_COOKIE, SESSION_COOKIE } from '#server/http/session.ts'
import { LEFT_COOKIE } from '#shared/accounts/left-cookie.ts'

export type Reply<Body> = { status: number; headers: Headers; body: Body }

/** A browser as the server sees it: it stores cookies and sends its origin. */
export type Client = {
  cookies: Map<string, string>
  get: <Body = unknown>(path: string, init?: RequestInit) => Promise<Reply<Body>>
  post: <Body = unknown>(path: string, body?: unknown, init?: RequestInit) => Promise<Reply<Body>>
  /** Any request, with this client's cookies; it follows no redirect. */
  send: (path: string, init?: RequestInit) => Promise<Response>
}

/** @param origin  the origin of its pages, when it differs from the server's */
export function createClient(url: string, origin = url): Client {
  const cookies = new Map<string, string>()

  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (!headers.has('origin')) headers.set('origin', origin)
    const response = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    return response
  }
  const read = async <Body>(response: Response): Promise<Reply<Body>> => {
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as Body }
  }
  return {
    cookies,
    send,
    get: async (path, init) => read(await send(path, init)),
    post: async (path, body, init) => {
      const headers = new Headers(init?.headers)
      if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
      return read(
        await send(path, { method: 'POST', body: body === undefined ? undefined : JSON.stringify(body), ...init, headers }),
      )
    },
  }
}

/** The cookies named in the privacy policy: any other one in a test is a fault. */
const NAMED = new Set([SESSION_COOKIE, GUEST_COOKIE, DEVICE_COOKIE, LEFT_COOKIE])

function keep(cookies: Map<string, string>, line: string) {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  if (!NAMED.has(name)) throw new Error(`The privacy policy names no cookie ${name}`)
  const isGone = attributes.some((attribute) => /^max-age=0$/i.test(attribute))
  if (isGone) cookies.delete(name)
  else cookies.set(name, value)
}
