import { acceptedEncoding, pack } from './compression.ts'
import { type PageHead, renderHead } from './page-head.ts'

const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /\s*<meta name="description"[^>]*>/

/**
 * The page of the app with a head for one address. The file itself, which the service worker caches for every screen, never has
 * one.
 */
export async function pageReply(shell: string, head: PageHead, request: Request, origin: string): Promise<Response> {
  // A function, because `$&` in user text would be interpreted as a replacement pattern.
  const html = shell.replace(DESCRIPTION, '').replace(TITLE, () => renderHead(head, origin))
  const etag = `W/"${new Bun.CryptoHasher('sha256').update(html).digest('hex').slice(0, 24)}"`
  const headers: Record<string, string> = {
    'content-type': 'text/html;charset=utf-8',
    'cache-control': 'no-cache',
    etag,
    vary: 'accept-encoding',
  }
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim())
  if (head.status === 200 && known.includes(etag)) return new Response(null, { status: 304, headers })
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
  if (!encoding) return new Response(html, { status: head.status, headers })
  const packed = await pack(html, encoding)
  return new Response(packed, { status: head.status, headers: { ...headers, 'content-encoding': encoding } })
}
