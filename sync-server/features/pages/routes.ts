import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Database } from '#server/database/client.ts'
import { clientAddress } from '#server/http/limits/client-address.ts'
import { originOf } from '#server/http/origin.ts'
import { isKnown } from '#server/http/replies/is-known.ts'
import type { Storage } from '#server/storage/storage.ts'
import { Problem } from '#shared/problem.ts'
import { CARD_KINDS, cardPath, hashOf, readCardFile } from './cards/address.ts'
import { createCards, findCardContent } from './cards/service.ts'
import { robots } from './robots.ts'
import { createSitemaps } from './sitemap.ts'

type PagesDeps = { db: Database; storage: Storage; publicUrl: string | undefined; trustedProxies: number }

const HOUR = 'public, max-age=3600'

/**
 * The content of an address never changes, but a card is withdrawn with its record: a shared cache may serve it for another hour,
 * as it does uploaded pictures.
 */
const CARD_HEADERS = { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, s-maxage=3600, immutable' }

/** A link preview that was stored with an earlier card gets the present one. */
const CARD_MOVED = 'public, max-age=300'

/** Files that crawlers and link previews request. */
export const pageRoutes = ({ db, storage, publicUrl, trustedProxies }: PagesDeps) => {
  // Without `PUBLIC_URL` the addresses are derived from the Host header, which the requester controls.
  const cacheControl = publicUrl ? HOUR : 'no-store'
  const reply = (body: string | Blob, type: string) =>
    new Response(body, { headers: { 'content-type': `${type};charset=utf-8`, 'cache-control': cacheControl } })

  const sitemaps = createSitemaps(db)
  const drawnCard = createCards({ storage })
  return new Elysia({ name: 'pages' })
    .get('/robots.txt', ({ request }) => reply(robots(originOf(request, publicUrl)), 'text/plain'))
    .get('/sitemap.xml', async ({ request }) => reply(await sitemaps.whole(originOf(request, publicUrl)), 'application/xml'))
    .get('/sitemap/:part', async ({ request, params }) =>
      reply(await sitemaps.part(originOf(request, publicUrl), params.part), 'application/xml'),
    )
    .get(
      '/cards/:kind/:file',
      async ({ params, request, server }) => {
        const kind = CARD_KINDS.find((name) => name === params.kind)
        const asked = readCardFile(params.file)
        const content = kind && asked && (await findCardContent(db, kind, asked.id))
        // A cache that revalidates the card of a removed record must stop serving it.
        if (!content) throw new Problem('not-found')
        const hash = hashOf(content)
        if (hash !== asked.hash) {
          const location = cardPath(kind, asked.id, content)
          return new Response(null, { status: 302, headers: { location, 'cache-control': CARD_MOVED } })
        }
        const headers = { ...CARD_HEADERS, etag: `"${hash}"` }
        if (isKnown(request.headers, headers.etag)) return new Response(null, { status: 304, headers })
        const bytes = await drawnCard(content, clientAddress(request, server, trustedProxies))
        return new Response(new Uint8Array(bytes), { headers })
      },
      { params: v.object({ kind: v.string(), file: v.string() }) },
    )
}
