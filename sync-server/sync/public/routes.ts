import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { acceptedEncoding, type Encoding, jsonReply, sharedJsonReply } from '#server/http/replies/compression.ts'
import { chargeReply } from '#server/http/replies/reply-meter.ts'
import { protocolGuard } from '#server/sync/protocol-guard.ts'
import type { PartRow } from '#server/sync/queries.ts'
import { Problem } from '#shared/problem.ts'
import { PartHash } from '#shared/sync/protocol.ts'
import { PullDirectory, PullSnapshot } from '#shared/sync/pull.ts'
import type { DirectoryLane } from './public-lane.ts'

const unpack = promisify(gunzip)

/**
 * A chunk never changes, but is withdrawn when a person in it is removed. A cache between the server and a device may serve it
 * for this long after that. Devices store chunks in their database, so a longer time would serve only first visits.
 */
const AN_HOUR = 'public, max-age=3600, immutable'

/** The public lane over HTTP. Replies are the same for all clients; only chunks may be cached. */
export const directoryRoutes = (lane: DirectoryLane) =>
  new Elysia({ name: 'sync-directory', prefix: '/api/sync/directory' })
    .use(protocolGuard)
    .get(
      '/',
      async ({ query, request }) => sharedJsonReply(await lane.pull(query, (bytes) => chargeReply(request, bytes)), request),
      { query: PullDirectory },
    )
    .get('/snapshot', async ({ query, request }) => jsonReply(await lane.snapshot(query.check === 'yes'), request), {
      query: PullSnapshot,
    })
    .get('/parts/:sha256', ({ params, request }) => partReply(lane, params.sha256, request), {
      params: v.object({ sha256: PartHash }),
    })

async function partReply(lane: DirectoryLane, sha256: string, request: Request): Promise<Response> {
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
  const etag = `"${sha256}${encoding ? `-${encoding}` : ''}"`
  const headers = { 'cache-control': AN_HOUR, vary: 'accept-encoding', etag }
  const part = await lane.part(sha256)
  // A cache that revalidates a withdrawn chunk must stop serving it.
  if (!part) throw new Problem('not-found')
  // The address contains the content hash, so any cached copy is current.
  if (request.headers.get('if-none-match')?.includes(sha256)) return new Response(null, { status: 304, headers })
  return new Response(await bodyOf(part, encoding), {
    headers: { ...headers, 'content-type': 'application/json', ...(encoding && { 'content-encoding': encoding }) },
  })
}

type Bodies = Map<Encoding | 'plain', Promise<Blob>>
/** Bodies of the chunks that the lane keeps in memory: replies for one chunk share its bytes. */
const bodies = new WeakMap<PartRow, Bodies>()

function bodyOf(part: PartRow, encoding: Encoding | undefined): Promise<Blob> {
  const known: Bodies = bodies.get(part) ?? new Map()
  bodies.set(part, known)
  const form = encoding ?? 'plain'
  const body = known.get(form) ?? blobOf(part, encoding)
  known.set(form, body)
  return body
}

async function blobOf({ brotli, gzip }: PartRow, encoding: Encoding | undefined): Promise<Blob> {
  if (encoding) return new Blob([Buffer.from(encoding === 'br' ? brotli : gzip)])
  return new Blob([await unpack(gzip)])
}
