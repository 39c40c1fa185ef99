import { Elysia } from 'elysia'
import type { Database } from '#server/database/client.ts'
import { originOf } from '#server/http/origin.ts'
import { robots } from './robots.ts'
import { createSitemaps } from './sitemap.ts'

type PagesDeps = { db: Database; publicUrl: string | undefined }

const HOUR = 'public, max-age=3600'

/** Files that crawlers request first. */
export const pageRoutes = ({ db, publicUrl }: PagesDeps) => {
  // Without `PUBLIC_URL` the addresses are derived from the Host header, which the requester controls.
  const cacheControl = publicUrl ? HOUR : 'no-store'
  const reply = (body: string | Blob, type: string) =>
    new Response(body, { headers: { 'content-type': `${type};charset=utf-8`, 'cache-control': cacheControl } })

  const sitemaps = createSitemaps(db)
  return new Elysia({ name: 'pages' })
    .get('/robots.txt', ({ request }) => reply(robots(originOf(request, publicUrl)), 'text/plain'))
    .get('/sitemap.xml', async ({ request }) => reply(await sitemaps.whole(originOf(request, publicUrl)), 'application/xml'))
    .get('/sitemap/:part', async ({ request, params }) =>
      reply(await sitemaps.part(originOf(request, publicUrl), params.part), 'application/xml'),
    )
}
