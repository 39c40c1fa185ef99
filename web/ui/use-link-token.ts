import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'

let kept: { pathname: string; token: string } | undefined

/**
 * The secret in the fragment of a mailed link. It is removed from the address before the page is painted, so that it stays
 * neither in the history nor on the screen.
 *
 * An account that leaves the device while the page is shown mounts the page again: until the page is left, the memory of this tab
 * has the secret. Another link to the page that is shown changes only the fragment: the page is loaded again for it.
 */
export function useLinkToken(): string {
  const { history } = useRouter()
  const { hash: fragment, pathname } = useLocation()
  // The link that skips to the content names an element of the page.
  const hash = fragment && !document.getElementById(fragment) ? fragment : ''
  const [token] = useState(() => hash || (kept?.pathname === pathname ? kept.token : ''))
  useLayoutEffect(() => {
    if (!hash) return
    if (hash !== token) return location.reload()
    kept = { pathname, token: hash }
    history.replace(pathname)
  }, [history, hash, pathname, token])
  useEffect(
    () => () => {
      if (history.location.pathname !== pathname) forgetLinkToken()
    },
    [history, pathname],
  )
  return token
}

/** For a link that can be used once, when it was used. */
export function forgetLinkToken() {
  kept = undefined
}
