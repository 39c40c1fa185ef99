import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createBrotliCompress, createGzip } from 'node:zlib'
import { acceptedEncoding, BROTLI_PARAMS } from '#server/http/replies/compression.ts'

/** Maximum size of a chunk, so that little data is buffered for a slow reader. */
const CHUNK_BYTES = 64 * 1024

/**
 * A JSON reply composed of pieces, most of which are shared with other replies. The whole is never copied, and what its reader
 * has not consumed yet stays in the shared pieces. The reply is not cacheable.
 */
export async function piecesReply(pieces: readonly Uint8Array[], request: Request): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', vary: 'accept-encoding' }
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
  if (!encoding) return new Response(streamOf(pieces), { headers })
  const packer = encoding === 'br' ? createBrotliCompress({ params: BROTLI_PARAMS }) : createGzip()
  const [packed] = await Promise.all([buffer(packer), pipeline(Readable.from(chunksOf(pieces)), packer)])
  return new Response(packed, { headers: { ...headers, 'content-encoding': encoding } })
}

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const chunks = chunksOf(pieces)
  return new ReadableStream({
    pull(controller) {
      const { value } = chunks.next()
      if (value) controller.enqueue(value)
      else controller.close()
    },
  })
}

function* chunksOf(pieces: readonly Uint8Array[]): Generator<Uint8Array, undefined> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += CHUNK_BYTES) yield piece.subarray(at, at + CHUNK_BYTES)
  }
}
