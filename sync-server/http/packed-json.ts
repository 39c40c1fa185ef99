import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncoding, type Encoding } from './encoding.ts'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** A large JSON answer that is the same for many: compressed once for each encoding, and told apart by its content. */
export class PackedJson {
  readonly #bytes: Buffer
  readonly #etag: string
  readonly #packed = new Map<Encoding, Promise<Buffer>>()

  constructor(body: unknown) {
    this.#bytes = Buffer.from(JSON.stringify(body))
    this.#etag = new Bun.CryptoHasher('sha256').update(this.#bytes).digest('hex').slice(0, 24)
  }

  async reply(request: Request, cacheControl: string): Promise<Response> {
    const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
    const etag = `"${this.#etag}${encoding ? `-${encoding}` : ''}"`
    const headers = { 'cache-control': cacheControl, vary: 'accept-encoding, cookie', etag }
    if (request.headers.get('if-none-match')?.includes(this.#etag)) return new Response(null, { status: 304, headers })
    const body = encoding ? await this.#pack(encoding) : this.#bytes
    return new Response(Uint8Array.from(body), {
      headers: { ...headers, 'content-type': 'application/json', ...(encoding && { 'content-encoding': encoding }) },
    })
  }

  #pack(encoding: Encoding): Promise<Buffer> {
    const standing = this.#packed.get(encoding)
    if (standing) return standing
    const packed =
      encoding === 'br' ? brotliAsync(this.#bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : gzipAsync(this.#bytes)
    this.#packed.set(encoding, packed)
    return packed
  }
}
