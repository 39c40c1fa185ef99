import { Elysia } from 'elysia'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { signOut } from '#server/features/accounts/service.ts'
import { isOwnOrigin } from '#server/http/origin.ts'
import { type CookieJar, clearCookie, GUEST_TTL_SECONDS, readCookie, SESSION_COOKIE } from '#server/http/session.ts'
import { LEFT_COOKIE } from '#shared/accounts/left-cookie.ts'
import { ownPath } from '#shared/url.ts'

type NavigationDeps = AccountDeps & { publicUrl: string | undefined }

/** The two addresses a browser goes to, rather than calls: they answer with somewhere to go on to. */
export const accountNavigation = (deps: NavigationDeps) => {
  const leave = async (jar: CookieJar) => {
    await signOut(deps, readCookie(jar, SESSION_COOKIE))
    clearCookie(jar, SESSION_COOKIE)
    // No page is open that could empty the device: the next one reads this. Also without a session, which may have expired.
    jar[LEFT_COOKIE]?.set({
      path: '/',
      secure: true,
      sameSite: 'strict',
      httpOnly: false,
      value: 'yes',
      maxAge: GUEST_TTL_SECONDS,
    })
  }
  return new Elysia({ name: 'account-navigation', prefix: '/api' })
    .get('/login', ({ query, redirect }) => {
      const next = ownPath(query.next)
      return redirect(next === '/' ? '/auth' : `/auth?next=${encodeURIComponent(next)}`)
    })
    .get('/logout', async ({ request, cookie, set, redirect }) => {
      if (!isOwnNavigation(request, deps.publicUrl)) {
        set.headers['content-type'] = 'text/html; charset=utf-8'
        return CONFIRM_PAGE
      }
      await leave(cookie as CookieJar)
      return redirect('/')
    })
    .post('/logout', async ({ cookie, redirect }) => {
      await leave(cookie as CookieJar)
      return redirect('/', 303)
    })
}

/**
 * A page of ours or the address bar, going somewhere: a link on another site must
 * not sign anybody out, and neither must a picture, not even one on our own page.
 */
function isOwnNavigation(request: Request, publicUrl: string | undefined): boolean {
  const mode = request.headers.get('sec-fetch-mode')
  if (mode !== null && mode !== 'navigate') return false
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const referrer = URL.parse(request.headers.get('referer') ?? '')
  if (!referrer) return true
  const fromReferrer = new Request(request.url, { headers: { origin: referrer.origin, host: request.headers.get('host') ?? '' } })
  return isOwnOrigin(fromReferrer, publicUrl)
}

const CONFIRM_PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign out? · Latchkey</title>
<body><h1>Sign out of Latchkey?</h1><p>Another site sent you here.</p>
<form method="post" action="/api/logout"><button>Sign out</button></form><p><a href="/">Stay signed in</a></p></body></html>
`
