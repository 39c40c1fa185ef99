import { readdir } from 'node:fs/promises'
import { Elysia } from 'elysia'
import { LRUCache } from 'lru-cache'
import type { RefuseUnknown } from '#server/http/not-found.ts'
import { hasSession, originOf } from '#server/http/origin.ts'
import { namesFile, urlOf } from '#server/http/request-url.ts'
import type { FirstScreen } from '#shared/directory/first-investors.ts'
import { canonicalPath, screenAt } from '#shared/screens.ts'
import { FOR_EVER, type KeptAssets } from './asset-archive.ts'
import type { FirstScreens } from './first-screens.ts'
import { createPage, type Page, pageReply, withHead, withScreen } from './html-response.ts'
import { isKnown } from './is-known.ts'
import type { FindHead, PageHead } from './page-head.ts'
import { BUILD_MANIFEST, preloading, readScreenScripts, type ScreenScripts } from './screen-scripts.ts'

/**
 * The script at `/sw.js` while the kill switch is on (`SERVICE_WORKER=off`). A browser checks that address at every start,
 * whenever the app comes to the foreground, and hourly. This worker replaces the installed one, deletes its caches, unregisters
 * itself, and notifies open pages that they are no longer available offline. Pages then load from the server again. IndexedDB
 * contains data that users wrote, and is not touched.
 */
export const KILL_SWITCH = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
  for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage('left')
}
`

type Encoding = 'br' | 'gzip'
type Stored = { path: string; etag: string }
type File = Stored & { type: string; cacheControl: string; encoded: Partial<Record<Encoding, Stored>> }

/** In order of preference. */
const encodings: [name: Encoding, extension: string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

/** Paths of calls or other services: a page in their place would look like a reply. */
const NO_PAGE = /^\/(api|sandbox)(\/|$)/

const SHELL = '/index.html'

const WORKER = '/sw.js'

/** The files found at startup, by path. */
export type WebFiles = ReadonlyMap<string, File>

type StaticDeps = {
  files: WebFiles
  publicUrl: string | undefined
  findHead: FindHead
  /** The HTML of a screen for visitors, if it has one and it is ready. */
  renderScreen: FirstScreens['render']
  refuse: RefuseUnknown
  /** Files of builds other than this node's. */
  findKept: KeptAssets['find']
  /** The kill switch: service workers unregister themselves. */
  isWorkerOff: boolean
}

/**
 * The built web app. Only files found at startup can be served, so no path leads out of the folder. A path without an extension
 * that is not a file is a screen of the app and gets its page, with a specific head where `findHead` returns one.
 */
export async function staticFiles({ files, publicUrl, findHead, renderScreen, refuse, findKept, isWorkerOff }: StaticDeps) {
  const pages = await readPages(files)
  const latest = latestPages()
  const serve = async (context: Parameters<RefuseUnknown>[0]): Promise<Response> => {
    const { request } = context
    const { pathname, search } = urlOf(request)
    if (isWorkerOff && pathname === WORKER) return killReply()
    const file = pathname === BUILD_MANIFEST ? undefined : files.get(pathname)
    if (file) return reply(file, request.headers)
    const kept = await findKept(pathname, request.headers)
    if (kept) return kept
    if (!pages || !isScreen(pathname)) return refuse(context)
    const address = canonicalPath(pathname) ?? pathname
    if (address !== pathname) return movedTo(address + search)
    const page = pages.of(pathname)
    const found = await findHead(pathname)
    if (found && 'movedTo' in found) return movedTo(found.movedTo + search)
    // A query, such as a filter, and the data of a member change what the screen shows first.
    const isPlain = search === '' && !hasSession(request)
    const head = found && !isPlain ? { ...found, part: undefined } : found
    const screen = isPlain && isRendered(pathname, head) ? await renderScreen(screenOf(pathname, head)) : undefined
    const html = screen === undefined ? page.html : withScreen(page.html, screen)
    if (head) return pageReply(latest(withHead(html, head, originOf(request, publicUrl))), request, head.status)
    return pageReply(screen === undefined ? page : latest(html), request)
  }
  return new Elysia({ name: 'static' }).get('/', serve).get('/*', serve)
}

/** Screens whose first view is the same for every visitor. */
const SAME_FOR_ALL = new Set(['/vcs', '/scout', '/ping', '/directory', '/privacy-policy', '/terms-of-service'])

const isRendered = (pathname: string, head: PageHead | undefined) =>
  SAME_FOR_ALL.has(pathname) || (head?.status === 200 && head.investors !== undefined)

const screenOf = (pathname: string, head: PageHead | undefined): FirstScreen => ({
  path: `${pathname}${head?.marks ? `?${new URLSearchParams({ variant: head.marks['home-variant'] ?? '' })}` : ''}`,
  investors: [...(head?.investors ?? [])],
  part: head?.part,
})

const KEPT_PAGES = 64

/** Pages that were just sent: many visitors open the same one, and it is compressed once. */
function latestPages() {
  const kept = new LRUCache<string, Page>({ max: KEPT_PAGES })
  return (html: string): Page => {
    const page = kept.get(html) ?? createPage(html)
    kept.set(html, page)
    return page
  }
}

/** The page of the app for each screen, with the screen's scripts; `undefined` while the app is not built. */
export async function readPages(files: WebFiles): Promise<{ of: (pathname: string) => Page } | undefined> {
  const textOf = async (name: string) => {
    const file = files.get(name)
    return file && (await Bun.file(file.path).text())
  }
  const shell = await textOf(SHELL)
  if (shell === undefined) return undefined
  const manifest = await textOf(BUILD_MANIFEST)
  const scripts: ScreenScripts = manifest === undefined ? new Map() : readScreenScripts(manifest)
  const withoutScreen = createPage(shell)
  const pages = new Map([...scripts].map(([screen, paths]) => [screen, createPage(preloading(shell, paths))]))
  return { of: (pathname) => pages.get(screenAt(pathname) ?? '') ?? withoutScreen }
}

/** A screen has one address. The address does not change between visitors. */
const movedTo = (location: string) =>
  new Response(null, { status: 301, headers: { location, 'cache-control': 'public, max-age=3600' } })

const killReply = () =>
  new Response(KILL_SWITCH, { headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' } })

const isScreen = (pathname: string) => !NO_PAGE.test(pathname) && !namesFile(pathname)

function reply(file: File, requestHeaders: Headers): Response {
  const accepted = requestHeaders.get('accept-encoding') ?? ''
  const encoding = encodings.find(([name]) => file.encoded[name] && accepts(accepted, name))?.[0]
  const stored = (encoding && file.encoded[encoding]) ?? file
  const headers: Record<string, string> = {
    'content-type': file.type,
    'cache-control': file.cacheControl,
    etag: stored.etag,
    vary: 'accept-encoding',
    ...(encoding && { 'content-encoding': encoding }),
  }
  if (isKnown(requestHeaders, stored.etag)) return new Response(null, { status: 304, headers })
  return new Response(Bun.file(stored.path), { headers })
}

/** `br` and `br;q=0.5`, but not `br;q=0`. */
const accepts = (header: string, encoding: Encoding) =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(header)

export async function findFiles(folder: string): Promise<WebFiles> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing))
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length))
  const stored = async (name: string): Promise<Stored> => {
    const bytes = await Bun.file(folder + name).bytes()
    return { path: folder + name, etag: `"${new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 24)}"` }
  }
  const files = new Map<string, File>()
  for (const name of names) {
    if (encodings.some(([, extension]) => name.endsWith(extension))) continue
    const encoded: File['encoded'] = {}
    for (const [encoding, extension] of encodings) {
      if (names.includes(name + extension)) encoded[encoding] = await stored(name + extension)
    }
    files.set(name, { ...(await stored(name)), encoded, type: typeOf(name), cacheControl: cacheControlOf(name) })
  }
  return files
}

/** Not built yet, as under the development server: no files are served. */
function ifMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}

const typeOf = (name: string) => (name.endsWith('.webmanifest') ? 'application/manifest+json' : Bun.file(name).type)

/** A file that the build names by its content hash never changes; everything else is revalidated each time. */
const cacheControlOf = (name: string) =>
  name.startsWith('/assets/') ? FOR_EVER : /^\/(icons|sample)\//.test(name) ? 'public, max-age=86400' : 'no-cache'
