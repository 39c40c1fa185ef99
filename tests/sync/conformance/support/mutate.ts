import { gzipSync } from 'node:zlib'
import type { Call } from './calls.ts'
import type { Random } from './random.ts'
import type { Sent } from './wire.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Container = Json[] | { [key: string]: Json }
type Place = { parent: Container; key: string }

/** The request, and the changes made to the valid call, printed with a failure. */
export type Mutated = { method: string; path: string; sent: Sent; done: string[] }

/** Ids of other users' objects, which a body may name instead of its own. */
export type Ids = readonly string[]

const DEEP = 14
/** Maximum size of a repeated value. Larger ones are refused before they are read, and only take time to send. */
const MAX_BYTES = 300_000
const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON', 'length']

const STRINGS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202eevil\u202c',
  '\u200b\u200b',
  '\ufeff',
  'e\u0301'.repeat(40),
  '👩‍👩‍👧‍👦'.repeat(20),
  '💶',
  'ﷺ'.repeat(30),
  "'; drop table users; --",
  '%00',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'null',
  'undefined',
  'NaN',
  '2026-02-31T00:00:00Z',
  '2026-01-01T00:00:00+05',
  '2026-01-01T00:00:00 +23:59',
  '0000-01-01T00:00:00+23:00',
  '9999-12-31T23:59:59-23:00',
  '9'.repeat(400),
  '-0',
  '1e999',
  'http://[::1',
  'javascript:alert(1)',
  'https://xn--',
  'data:text/html,x',
  `a@${'b.'.repeat(60)}c`,
]
const NUMBERS = [0, -0, -1, 0.1, 1e-7, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308, 5e-324]

/** A call unchanged, or with one or a few errors: in its values, in its text, or in its headers and path. */
export function mutateCall(call: Call, random: Random, { ids, token }: { ids: Ids; token: string }): Mutated {
  const done: string[] = []
  const headers: Record<string, string> = {}
  let body: Sent['body']
  let { path } = call
  if (call.form) {
    const form = formOf(call.form, random, done)
    headers['content-type'] = form.type
    body = form.body
  } else if (call.body !== undefined) {
    headers['content-type'] = 'application/json'
    const root = { value: structuredClone(call.body) as Json }
    // Mostly one: a second error often hides the first.
    const times = random.pick([0, 1, 1, 1, 1, 1, 1, 2, 2, 3])
    for (let at = 0; at < times; at += 1) done.push(mutateValue(root, random, ids, token))
    body = JSON.stringify(root.value) ?? 'null'
    if (random.chance(0.15)) body = breakText(body, random, token, done)
    if (random.chance(0.07)) body = packText(body, random, headers, done)
  }
  if (random.chance(0.12)) breakHeaders(headers, random, token, done)
  if (random.chance(0.1)) path = breakPath(path, random, token, done)
  const method = random.chance(0.02) ? random.pick(['PUT', 'PATCH', 'DELETE', 'POST', 'OPTIONS']) : call.method
  return { method, path, sent: { method, headers, ...(method !== 'GET' && body !== undefined && { body }) }, done }
}

export function placesIn(root: { value: Json }): Place[] {
  const places: Place[] = []
  const walk = (parent: Container) => {
    for (const [key, value] of Object.entries(parent)) {
      places.push({ parent, key })
      if (typeof value === 'object' && value !== null) walk(value)
    }
  }
  walk(root as { value: Json })
  return places
}

function mutateValue(root: { value: Json }, random: Random, ids: Ids, token: string): string {
  // The root itself is one of the places, and is chosen rarely.
  const places = placesIn(root)
  const place = places.length > 1 && random.chance(0.95) ? random.pick(places.slice(1)) : (places[0] as Place)
  const parent = place.parent as Record<string, Json>
  const old = parent[place.key] as Json
  const at = `${place.key}:`
  const set = (value: Json, how: string) => {
    setOwn(parent, place.key, value)
    return at + how
  }
  switch (random.below(14)) {
    case 0:
      if (place.key === 'value' && parent === (root as unknown)) return set(null, 'null')
      if (Array.isArray(parent)) parent.splice(Number(place.key), 1)
      else delete parent[place.key]
      return `${at}removed`
    case 1:
      return set(random.pick<Json>([null, true, false, [], {}, [[]], [null], { a: {} }]), 'other type')
    case 2:
      return set(random.pick(NUMBERS), 'number')
    case 3:
      return set(random.pick(STRINGS), 'string')
    case 4:
      return set(`${token}${random.pick(STRINGS)}`, 'marked string')
    case 5:
      return set(token.repeat(Math.ceil(random.pick([210, 2100, 5100, 10_100, 40_000]) / token.length)), 'long string')
    case 6:
      return set(typeof old === 'string' ? old + random.pick(STRINGS) : [old], 'appended')
    case 7:
      return set(random.pick(ids), 'other id')
    case 8: {
      let deep: Json = token
      for (let level = 0; level < DEEP; level += 1) deep = random.chance(0.5) ? [deep] : { a: deep }
      return set(deep, 'deep')
    }
    case 9:
      return set(manyOf(old, random.pick([25, 110, 600, 5100])), 'many')
    case 10: {
      const target = typeof old === 'object' && old !== null && !Array.isArray(old) ? old : parent
      setOwn(target, random.pick(PROTOTYPE_KEYS), random.pick<Json>([token, { isAdmin: true }, null]))
      return `${at}prototype key`
    }
    case 11: {
      const target = typeof old === 'object' && old !== null && !Array.isArray(old) ? old : parent
      setOwn(target, random.pick([token, `${token}\u0000`, `${token}\ud800`, '', token.repeat(30)]), 1)
      return `${at}unknown key`
    }
    case 12:
      return set(
        typeof old === 'string'
          ? random.pick([old.toUpperCase(), old.normalize('NFD'), ` ${old} `, old.slice(0, -1)])
          : // `String()` throws for an object with a key `toString`, which an earlier mutation may have set.
            JSON.stringify(old),
        'restyled',
      )
    default:
      return set({ $ne: null, [token]: [token] }, 'operator')
  }
}

const manyOf = (value: Json, count: number): Json[] => {
  const most = Math.ceil(MAX_BYTES / (JSON.stringify(value)?.length ?? 1))
  return Array.from({ length: Math.min(count, most) }, () => structuredClone(value))
}

/** As JSON does: `__proto__` is an ordinary key. */
function setOwn(target: Record<string, Json> | Json[], key: string, value: Json) {
  if (Array.isArray(target) && !/^\d+$/.test(key)) return void target.push(value)
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

/** Invalid JSON, or JSON that parsers read differently. */
function breakText(text: string, random: Random, token: string, done: string[]): string | Uint8Array<ArrayBuffer> {
  const middle = random.below(text.length + 1)
  const insertion = random.pick(['\u0000', '/* */', ',', '"', '\\', '\\u12', '}', ']', 'NaN', '01', '+1', '1e999', `"${token}`])
  const broken: [string, () => string | Uint8Array<ArrayBuffer>][] = [
    ['cut', () => text.slice(0, middle)],
    ['inserted', () => text.slice(0, middle) + insertion + text.slice(middle)],
    ['doubled', () => text + text],
    ['garbage behind', () => `${text}${token}`],
    ['byte order mark', () => `\ufeff${text}`],
    ['single quotes', () => text.replaceAll('"', "'")],
    ['duplicate keys', () => text.replace(/"(\w+)":/g, (_, key: string) => `"${key}":"${token}","${key}":`)],
    ['duplicate keys behind', () => text.replace(/\}$/, `,"mutations":[],"have":{},"email":"${token}"}`)],
    ['escaped', () => text.replace(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)],
    [
      'invalid UTF-8',
      () => Uint8Array.from([...Buffer.from(text.slice(0, middle)), 0xc3, 0x28, 0xff, ...Buffer.from(text.slice(middle))]),
    ],
    ['UTF-16', () => Uint8Array.from(Buffer.from(text, 'utf16le'))],
    ['brackets', () => '['.repeat(20_000)],
    ['spaces', () => `${' '.repeat(30_000)}${text}`],
    ['empty', () => ''],
  ]
  const [name, make] = random.pick(broken)
  done.push(name)
  return make()
}

function packText(
  text: NonNullable<Sent['body']>,
  random: Random,
  headers: Record<string, string>,
  done: string[],
): Sent['body'] {
  const packed = Uint8Array.from(gzipSync(text))
  const encoding = random.pick(['gzip', 'br', 'deflate', 'identity', 'gzip, gzip', 'x'])
  headers['content-encoding'] = encoding
  done.push(`encoded ${encoding}`)
  return random.pick<NonNullable<Sent['body']>>([packed, packed.slice(0, packed.length >> 1), text])
}

function breakHeaders(headers: Record<string, string>, random: Random, token: string, done: string[]) {
  const wrong: [name: string, values: string[]][] = [
    [
      'content-type',
      [
        'text/plain',
        'application/json; charset=utf-16',
        'application/JSON',
        'multipart/form-data',
        `${token}/x`,
        'application/json,text/html',
      ],
    ],
    ['x-sync-protocol', ['0', '-1', '2', '999999999', '1.5', '', token, '1, 1', '9'.repeat(40)]],
    ['origin', ['null', 'https://evil.example', token, 'http://127.0.0.1']],
    [
      'cookie',
      [
        '__Host-latchkey=',
        '__Host-latchkey=%00%ff',
        `__Host-anon=${token}; __Host-latchkey=${token}`,
        ';;;=;',
        '__Host-latchkey={"a":1}',
        `__proto__=${token}`,
      ],
    ],
    ['accept-encoding', ['*;q=0', 'br;q=x', token, 'gzip;q=1;q=0', 'identity']],
    ['if-none-match', ['*', token, '"']],
    ['x-forwarded-for', [token, '::1', '1.2.3.4, 5.6.7.8', '']],
    ['x-http-method-override', ['DELETE']],
    ['authorization', [`Bearer ${token}`, 'Basic x']],
    ['range', ['bytes=0-1', 'bytes=9-1', token]],
  ]
  const [name, values] = random.pick(wrong)
  headers[name] = random.pick(values)
  done.push(`${name}: ${headers[name].slice(0, 40)}`)
}

function breakPath(path: string, random: Random, token: string, done: string[]): string {
  const broken: [string, () => string][] = [
    ['query', () => `${path}${path.includes('?') ? '&' : '?'}${token}=1&since=%00&epoch[]=1&__proto__[a]=1`],
    ['doubled query', () => `${path}${path.includes('?') ? '&' : '?'}since=1&since=2&epoch=a&epoch=b&vcId=x&vcId=y`],
    ['percent', () => `${path}%`],
    ['bad UTF-8', () => `${path}%ff`],
    ['slash', () => `${path.split('?')[0]}/`],
    [
      'last part',
      () => path.replace(/[^/]+$/, encodeURIComponent(random.pick([token, '\u0000', '💶', 'x'.repeat(900), '..', ' ']))),
    ],
    ['upper case', () => path.toUpperCase()],
    ['hash', () => `${path};${token}`],
  ]
  const [name, make] = random.pick(broken)
  done.push(`path ${name}`)
  return make()
}

function formOf({ field, type, content }: NonNullable<Call['form']>, random: Random, done: string[]) {
  const picture = Buffer.from(content, 'base64')
  const [name, part, contentType] = random.pick<[string, Buffer, string]>([
    ['', picture, type],
    ['cut picture', picture.subarray(0, random.below(picture.length)), type],
    ['flipped picture', Buffer.from(picture.map((byte, at) => (at > 20 && random.chance(0.1) ? byte ^ 255 : byte))), type],
    ['no picture', Buffer.from('<svg onload="x"/>'), 'image/svg+xml'],
    ['empty picture', Buffer.alloc(0), type],
    ['other type', picture, 'text/html'],
  ])
  if (name) done.push(name)
  const boundary = 'conformance'
  const fieldName = random.chance(0.9) ? field : '__proto__'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${fieldName}"; filename="a\u202e.png"\r\ncontent-type: ${contentType}\r\n\r\n`
  const tail = random.chance(0.9) ? `\r\n--${boundary}--\r\n` : ''
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Uint8Array.from(Buffer.concat([Buffer.from(head), part, Buffer.from(tail)])),
  }
}
