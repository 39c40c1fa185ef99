import type { SubscribeToPush } from '#shared/push/contract.ts'

type Key = Uint8Array<ArrayBuffer>
const bytesOf = (text: string): Key => new Uint8Array(Buffer.from(text, 'base64url'))
const textOf = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(bytes as Uint8Array).toString('base64url')
const utf8 = (text: string): Key => new TextEncoder().encode(text)

/** A message as the push service was given it, and as the browser decrypts it. */
export type Received = {
  endpoint: string
  ttl: number
  urgency: string | null
  topic: string | null
  text: string
  bytes: number
}

type Browser = { keys: CryptoKeyPair; point: Key; auth: Key }
type Answer = { status: number; headers?: Record<string, string> }

/** The maximum that a push service must accept. @see RFC 8030, section 7.2 */
const MOST_BYTES = 4096
const DAY_SECONDS = 24 * 60 * 60

/**
 * A push service as a browser has one: it checks what an application server sends as the standards require, and decrypts it with
 * the keys of the browser. @see RFC 8030, RFC 8188, RFC 8291, RFC 8292
 */
export function startPushService() {
  const browsers = new Map<string, Browser>()
  const received: Received[] = []
  /** Why messages were rejected. */
  const faults: string[] = []
  let calls = 0
  let answer: (() => Answer | Promise<Answer>) | undefined

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request) {
      calls += 1
      const given = await answer?.()
      if (given) return new Response(null, given)
      const endpoint = request.url
      const browser = browsers.get(endpoint)
      if (!browser) return new Response(null, { status: 404 })
      const refuse = (status: number, fault: string) => {
        faults.push(fault)
        return new Response(fault, { status })
      }
      const fault = await faultOf(request.headers, new URL(endpoint).origin)
      if (fault) return refuse(fault.startsWith('vapid') ? 403 : 400, fault)
      const body = new Uint8Array(await request.arrayBuffer())
      if (body.length > MOST_BYTES) return refuse(413, 'too large')
      const text = await decrypt(body, browser).catch(() => undefined)
      if (text === undefined) return refuse(400, 'cannot be decrypted')
      const { headers } = request
      received.push({
        endpoint,
        ttl: Number(headers.get('ttl')),
        urgency: headers.get('urgency'),
        topic: headers.get('topic'),
        text,
        bytes: body.length,
      })
      return new Response(null, { status: 201, headers: { location: `${endpoint}/sent` } })
    },
  })
  const origin = `http://127.0.0.1:${server.port}`

  return {
    origin,
    received,
    faults,
    calls: () => calls,
    /** Replies in place of the service's own answer. */
    answerWith(next: typeof answer) {
      answer = next
    },
    /** A browser that subscribes. */
    async newBrowser(): Promise<SubscribeToPush> {
      const keys = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
      const point = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
      const auth = crypto.getRandomValues(new Uint8Array(16))
      const endpoint = `${origin}/send/${crypto.randomUUID()}`
      browsers.set(endpoint, { keys, point, auth })
      return { endpoint, p256dh: textOf(point), auth: textOf(auth) }
    },
    /** The browser has unsubscribed, or was reset. */
    forget: (endpoint: string) => browsers.delete(endpoint),
    stop: () => server.stop(true),
  }
}

async function faultOf(headers: Headers, origin: string): Promise<string | undefined> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.get('authorization') ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const verifying = await crypto.subtle
    .importKey('raw', bytesOf(key), { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
    .catch(() => undefined)
  const isSigned =
    verifying &&
    (await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, verifying, bytesOf(signature), utf8(`${head}.${claims}`)))
  if (!isSigned) return 'vapid: not signed with its key'
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg: string }
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }
  const seconds = Date.now() / 1000
  if (alg !== 'ES256' || aud !== origin) return 'vapid: for another service'
  if (!(exp > seconds && exp <= seconds + DAY_SECONDS)) return 'vapid: expired, or valid for more than a day'
  if (!/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/.test(sub)) return 'vapid: no contact'
  if (!/^\d+$/.test(headers.get('ttl') ?? '')) return 'no TTL'
  if (headers.get('content-encoding') !== 'aes128gcm') return 'another encoding'
  if (!/^(very-low|low|normal|high)$/.test(headers.get('urgency') ?? 'normal')) return 'an unknown urgency'
  if (!/^[\w-]{1,32}$/.test(headers.get('topic') ?? 'none')) return 'a topic that is none'
  return undefined
}

const derive = async (secret: Key, salt: Key, info: Key, bytes: number): Promise<Key> => {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8))
}

/** One record: salt, size, the sender's key, and the ciphertext of the text with its delimiter. */
async function decrypt(body: Key, { keys, point, auth }: Browser): Promise<string> {
  const salt = body.slice(0, 16)
  const keyLength = body[20] ?? 0
  const sender = body.slice(21, 21 + keyLength)
  const from = await crypto.subtle.importKey('raw', sender, { name: 'ECDH', namedCurve: 'P-256' }, false, [])
  const shared = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: from }, keys.privateKey, 256))
  const info = new Uint8Array(Buffer.concat([utf8('WebPush: info\0'), point, sender]))
  const secret = await derive(shared, auth, info, 32)
  const content = await derive(secret, salt, utf8('Content-Encoding: aes128gcm\0'), 16)
  const iv = await derive(secret, salt, utf8('Content-Encoding: nonce\0'), 12)
  const key = await crypto.subtle.importKey('raw', content, 'AES-GCM', false, ['decrypt'])
  const record = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, body.slice(21 + keyLength)))
  const end = record.findLastIndex((byte) => byte !== 0)
  if (record[end] !== 2) throw new Error('No last record')
  return new TextDecoder().decode(record.slice(0, end))
}
