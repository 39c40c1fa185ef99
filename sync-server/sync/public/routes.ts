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
import { PullDirectory, PullPart, PullSnapshot } from '#shared/sync/pull.ts'
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
    .get('/parts/:sha256', ({ params, query, request }) => partReply(lane, params.sha256, query.form, request), {
      params: v.object({ sha256: PartHash }),
      query: PullPart,
    })

async function partReply(lane: DirectoryLane, sha256: string, asked: 'columns' | undefined, request: Request): Promise<Response> {
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
  const part = await lane.part(sha256)
  // A cache that revalidates a withdrawn chunk must stop serving it.
  if (!part) throw new Problem('not-found')
  const form = asked && encoding === 'br' && part.columns ? asked : (encoding ?? 'plain')
  const etag = `"${sha256}${form === 'plain' ? '' : `-${form}`}"`
  const headers = { 'cache-control': AN_HOUR, vary: 'accept-encoding', etag }
  // The address contains the content hash, so any cached copy is current.
  if (request.headers.get('if-none-match')?.includes(sha256)) return new Response(null, { status: 304, headers })
  const type = form === 'columns' ? 'text/plain; charset=utf-8' : 'application/json'
  return new Response(await bodyOf(part, form), {
    headers: { ...headers, 'content-type': type, ...(encoding && { 'content-encoding': encoding }) },
  })
}

type Form = Encoding | 'plain' | 'columns'
/** Bodies of the chunks that the lane keeps in memory: replies for one chunk share its bytes. */
const bodies = new WeakMap<PartRow, Map<Form, Promise<Blob>>>()

function bodyOf(part: PartRow, form: Form): Promise<Blob> {
  const known = bodies.get(part) ?? new Map<Form, Promise<Blob>>()
  bodies.set(part, known)
  const body = known.get(form) ?? blobOf(part, form)
  known.set(form, body)
  return body
}

async function blobOf({ brotli, gzip, columns }: PartRow, form: Form): Promise<Blob> {
  if (form === 'plain') return new Blob([await unpack(gzip)])
  const bytes = form === 'columns' ? columns : form === 'br' ? brotli : gzip
  return new Blob(bytes ? [Buffer.from(bytes)] : [])
}
