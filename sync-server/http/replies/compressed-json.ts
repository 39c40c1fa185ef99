import { acceptedEncoding, type Encoding, pack } from './compression.ts'

/**
 * A large JSON reply that many requests share: compressed once for each encoding, and identified by an ETag of its content. Its
 * bytes are in a `Blob`, which all replies share: a copy for each reply would stay in memory for as long as its reader is slow.
 */
export class CompressedJson {
  readonly #plain: Blob
  readonly #etag: string
  readonly #packed = new Map<Encoding, Promise<Blob>>()

  /** @param body  a value, or its JSON as bytes */
  constructor(body: unknown) {
    const json = body instanceof Uint8Array ? body : JSON.stringify(body)
    this.#plain = new Blob([json])
    this.#etag = new Bun.CryptoHasher('sha256').update(json).digest('hex').slice(0, 24)
  }

  async reply(request: Request, cacheControl: string): Promise<Response> {
    const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
    const etag = `"${this.#etag}${encoding ? `-${encoding}` : ''}"`
    const headers = { 'cache-control': cacheControl, vary: 'accept-encoding, cookie', etag }
    if (request.headers.get('if-none-match')?.includes(this.#etag)) return new Response(null, { status: 304, headers })
    return new Response(encoding ? await this.#pack(encoding) : this.#plain, {
      headers: { ...headers, 'content-type': 'application/json', ...(encoding && { 'content-encoding': encoding }) },
    })
  }

  #pack(encoding: Encoding): Promise<Blob> {
    const known = this.#packed.get(encoding)
    if (known) return known
    const packed = this.#plain.bytes().then((bytes) => pack(bytes, encoding))
    this.#packed.set(encoding, packed)
    return packed
  }
}
