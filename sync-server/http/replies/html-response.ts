import { acceptedEncoding, type Encoding, pack } from './compression.ts'
import { isKnown } from './is-known.ts'
import { type PageHead, renderHead } from './page-head.ts'

const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /\s*<meta name="description"[^>]*>/

/** A page, compressed at most once per encoding. */
export type Page = { html: string; etag: string; packed: Map<Encoding, Promise<Blob>> }

export const createPage = (html: string): Page => ({
  html,
  etag: `W/"${new Bun.CryptoHasher('sha256').update(html).digest('hex').slice(0, 24)}"`,
  packed: new Map(),
})

/** The page of the app with a head for one address. */
export const withHead = (html: string, head: PageHead, origin: string) =>
  // A function, because `$&` in user text would be interpreted as a replacement pattern.
  html.replace(DESCRIPTION, '').replace(TITLE, () => renderHead(head, origin))

/** The element of the app with its placeholder, up to the notice for browsers without scripts. */
const ROOT = /(<div id="root">)[\s\S]*?(?=\s*<noscript>)/

/** The page with a rendered screen in place of the app's placeholder. */
export const withScreen = (html: string, screen: string) => html.replace(ROOT, (_, root: string) => root + screen)

export async function pageReply({ html, etag, packed }: Page, request: Request, status: 200 | 404 = 200): Promise<Response> {
  const headers: Record<string, string> = {
    'content-type': 'text/html;charset=utf-8',
    'cache-control': 'no-cache',
    etag,
    // A member gets no rendered screen.
    vary: 'accept-encoding, cookie',
  }
  if (status === 200 && isKnown(request.headers, etag)) return new Response(null, { status: 304, headers })
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
  if (!encoding) return new Response(html, { status, headers })
  const body = packed.get(encoding) ?? pack(html, encoding)
  packed.set(encoding, body)
  return new Response(await body, { status, headers: { ...headers, 'content-encoding': encoding } })
}
