import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { chargeReply } from './reply-meter.ts'

export type Encoding = 'br' | 'gzip'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Below this a reply fits its first packet anyway. */
const WORTH_COMPRESSING = 1024

/** The best of our encodings that a client takes; `undefined` when it takes none. @see RFC 9110 §12.5.3 */
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

/** For the moment: little effort. */
export const BROTLI_PARAMS = { [constants.BROTLI_PARAM_QUALITY]: 5 }

/** Compressed for the moment: what is worth more effort is compressed before it is asked for. */
export async function pack(text: string | Uint8Array, encoding: Encoding): Promise<Blob> {
  const compressing = encoding === 'br' ? brotliAsync(text, { params: BROTLI_PARAMS }) : gzipAsync(text)
  return new Blob([await compressing])
}

/**
 * A JSON reply for one request, compressed for the moment when it is worth it. No cache keeps it unless it says so.
 *
 * @throws Problem `too-many-requests`: see `chargeReply`
 */
export async function jsonReply(body: unknown, request: Request, cacheControl = 'no-store'): Promise<Response> {
  const written = writtenOf(body)
  chargeReply(request, written.json.length)
  return write(written, request, cacheControl)
}

const shared = new WeakMap<object, Written>()

/** As `jsonReply`, for a value that many are given: it is written and compressed once for as long as the value lives. */
export function sharedJsonReply(body: object, request: Request, cacheControl = 'no-store'): Promise<Response> {
  const written = shared.get(body) ?? writtenOf(body)
  shared.set(body, written)
  return write(written, request, cacheControl)
}

/** Replies of one value share its bytes. */
type Written = { json: string; plain: () => Blob; packed: Map<Encoding, Promise<Blob>> }

function writtenOf(body: unknown): Written {
  const json = JSON.stringify(body)
  let plain: Blob | undefined
  const asBlob = () => {
    plain ??= new Blob([json])
    return plain
  }
  return { json, plain: asBlob, packed: new Map() }
}

async function write({ json, plain, packed }: Written, request: Request, cacheControl: string): Promise<Response> {
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
