import type { Database } from '#server/db.ts'
import { escapeHtml } from '#server/http/head.ts'
import { Problem } from '#shared/problem.ts'
import { countPages, type ListedPage, listPages } from './queries.ts'

/** The protocol allows 50,000 addresses; a tenth of that is quick to make and to read. @see https://www.sitemaps.org/protocol.html */
const PAGE_SIZE = 5000

/** Screens that are worth finding and belong to nobody. */
const SCREENS = ['/', '/vcs', '/ping', '/directory', '/scout', '/vc-signup', '/join', '/privacy-policy', '/terms-of-service']

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Every page that may be found: as one list, or as a list of such lists where there are many. */
export async function sitemap(db: Database, origin: string): Promise<string> {
  const count = await countPages(db)
  if (count <= PAGE_SIZE) return urlSet(origin, [...screens, ...(await listPages(db, { offset: 0, limit: PAGE_SIZE }))])
  const lists = Array.from({ length: Math.ceil(count / PAGE_SIZE) }, (_, index) => `/sitemap/${index + 1}.xml`)
  const entries = lists.map((path) => `<sitemap><loc>${escapeHtml(origin + path)}</loc></sitemap>`)
  return `${DECLARATION}\n<sitemapindex xmlns="${XMLNS}">\n${entries.join('\n')}\n</sitemapindex>\n`
}

/** @param name  `1.xml`, `2.xml`, … @throws Problem `not-found` */
export async function sitemapPart(db: Database, origin: string, name: string): Promise<string> {
  const part = Number(/^([1-9]\d{0,5})\.xml$/.exec(name)?.[1])
  const pages = part > 0 ? await listPages(db, { offset: (part - 1) * PAGE_SIZE, limit: PAGE_SIZE }) : []
  if (pages.length === 0) throw new Problem('not-found')
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
