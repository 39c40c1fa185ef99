import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { signOut } from '#server/features/accounts/service.ts'
import { isOwnOrigin } from '#server/http/origin.ts'
import { type CookieJar, clearCookie, GUEST_TTL_SECONDS, readCookie, SESSION_COOKIE } from '#server/http/session.ts'
import { LEFT_COOKIE } from '#shared/accounts/left-cookie.ts'
import { UserType } from '#shared/accounts/user-type.ts'
import { ownPath } from '#shared/url.ts'

type NavigationDeps = AccountDeps & { publicUrl: string | undefined }

/** The two addresses that a browser navigates to instead of calling: they reply with a redirect or a page. */
export const accountNavigation = (deps: NavigationDeps) => {
  const leave = async (jar: CookieJar) => {
    await signOut(deps, readCookie(jar, SESSION_COOKIE))
    clearCookie(jar, SESSION_COOKIE)
    // No page is open that could erase the device's data: the next page reads this cookie. Set without a session too, which may
    // have expired.
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
      const { defaultType } = query
      const search = new URLSearchParams({ ...(next !== '/' && { next }), ...(v.is(UserType, defaultType) && { defaultType }) })
      return redirect(search.size === 0 ? '/auth' : `/auth?${search}`)
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
 * A top-level navigation from a page of this site or from the address bar. A link on another site must not sign a user out, and
 * neither must an image, not even one on a page of this site.
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
