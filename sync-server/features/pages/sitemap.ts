import type { Database } from '#server/database/client.ts'
import { keepFor } from '#server/http/replies/keep-for.ts'
import { escapeHtml } from '#shared/escape-html.ts'
import { Problem } from '#shared/problem.ts'
import { countPages, type ListedPage, listPages } from './queries.ts'

/**
 * The protocol allows 50,000 addresses; a tenth of that is quick to generate and to read. @see
 * https://www.sitemaps.org/protocol.html
 */
const PAGE_SIZE = 5000

/** Public screens for search engines. */
const SCREENS = ['/', '/vcs', '/ping', '/directory', '/scout', '/vc-signup', '/join', '/privacy-policy', '/terms-of-service']

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** A sitemap of 5,000 addresses takes 20 ms to generate, so it is cached for this time. */
const KEPT_MS = 60_000
const MAX_KEPT = 32

/** `whole`: all public pages, as one list, or as an index of lists when there are many. `part`: one of these lists. */
export function createSitemaps(db: Database) {
  const counts = keepFor<number>({ ms: KEPT_MS, most: 1 })
  const texts = keepFor<Blob>({ ms: KEPT_MS, most: MAX_KEPT })
  const count = () => counts('pages', () => countPages(db))
  return {
    whole: (origin: string) => texts(`${origin} whole`, async () => new Blob([await sitemap(db, origin, await count())])),
    /** @param name  `1.xml`, `2.xml`, … @throws Problem `not-found` */
    part: async (origin: string, name: string) => {
      const part = Number(/^([1-9]\d{0,5})\.xml$/.exec(name)?.[1])
      if (!(part > 0 && (part - 1) * PAGE_SIZE < (await count()))) throw new Problem('not-found')
      return texts(`${origin} ${part}`, async () => new Blob([await sitemapPart(db, origin, part)]))
    },
  }
}

async function sitemap(db: Database, origin: string, count: number): Promise<string> {
  if (count <= PAGE_SIZE) return urlSet(origin, [...screens, ...(await listPages(db, { offset: 0, limit: PAGE_SIZE }))])
  const lists = Array.from({ length: Math.ceil(count / PAGE_SIZE) }, (_, index) => `/sitemap/${index + 1}.xml`)
  const entries = lists.map((path) => `<sitemap><loc>${escapeHtml(origin + path)}</loc></sitemap>`)
  return `${DECLARATION}\n<sitemapindex xmlns="${XMLNS}">\n${entries.join('\n')}\n</sitemapindex>\n`
}

async function sitemapPart(db: Database, origin: string, part: number): Promise<string> {
  const pages = await listPages(db, { offset: (part - 1) * PAGE_SIZE, limit: PAGE_SIZE })
  return urlSet(origin, part === 1 ? [...screens, ...pages] : pages)
}

const screens = SCREENS.map((path) => ({ path, changedAt: undefined }))

function urlSet(origin: string, pages: (Pick<ListedPage, 'path'> & { changedAt: Date | undefined })[]): string {
  const entries = pages.map(({ path, changedAt }) => {
    const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${escapeHtml(new URL(path, origin).href)}</loc>${lastmod}</url>`
  })
  return `${DECLARATION}\n<urlset xmlns="${XMLNS}">\n${entries.join('\n')}\n</urlset>\n`
}
