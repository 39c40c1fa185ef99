import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { chargeReply } from './reply-meter.ts'

export type Encoding = 'br' | 'gzip'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** A smaller reply fits its first packet anyway. */
const WORTH_COMPRESSING = 1024

/** The best supported encoding that a client accepts; `undefined` when it accepts none. @see RFC 9110 §12.5.3 */
export function acceptedEncoding(header: string | null): Encoding | undefined {
  const taken = new Map<string, boolean>()
  for (const entry of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    taken.set(name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
  }
  const takes = (name: Encoding) => taken.get(name) ?? taken.get('*') ?? false
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : undefined
}

/** Low effort, for compression during a request. */
export const BROTLI_PARAMS = { [constants.BROTLI_PARAM_QUALITY]: 5 }

/** Compresses during a request. Content that is worth more effort is compressed in advance. */
export async function pack(text: string | Uint8Array, encoding: Encoding): Promise<Blob> {
  const compressing = encoding === 'br' ? brotliAsync(text, { params: BROTLI_PARAMS }) : gzipAsync(text)
  return new Blob([await compressing])
}

/**
 * A JSON reply for one request, compressed when it is large enough. It is not cacheable by default.
 *
 * @throws Problem `too-many-requests`: see `chargeReply`
 */
export async function jsonReply(body: unknown, request: Request, cacheControl = 'no-store'): Promise<Response> {
  const written = writtenOf(body)
  chargeReply(request, written.json.length)
  return write(written, request, cacheControl)
}

const shared = new WeakMap<object, SerialisedReply>()

/** Like `jsonReply`, for a value that many requests share: it is serialised and compressed once for the lifetime of the value. */
export function sharedJsonReply(body: object, request: Request, cacheControl = 'no-store'): Promise<Response> {
  const written = shared.get(body) ?? writtenOf(body)
  shared.set(body, written)
  return write(written, request, cacheControl)
}

/** Replies of one value share its bytes. */
type SerialisedReply = { json: string; plain: () => Blob; packed: Map<Encoding, Promise<Blob>> }

function writtenOf(body: unknown): SerialisedReply {
  const json = JSON.stringify(body)
  let plain: Blob | undefined
  const asBlob = () => {
    plain ??= new Blob([json])
    return plain
  }
  return { json, plain: asBlob, packed: new Map() }
}

async function write({ json, plain, packed }: SerialisedReply, request: Request, cacheControl: string): Promise<Response> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'cache-control': cacheControl }
  if (json.length <= WORTH_COMPRESSING) return new Response(json, { headers })
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
  if (!encoding) return new Response(plain(), { headers })
  const body = packed.get(encoding) ?? pack(json, encoding)
  packed.set(encoding, body)
  return new Response(await body, {
    headers: { ...headers, 'content-encoding': encoding, vary: 'accept-encoding' },
  })
}
