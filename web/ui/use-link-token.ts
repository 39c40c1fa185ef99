import { useLocation, useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'

/**
 * The secret in the fragment of a mailed link. It is removed from the address before the page is painted, so that it stays
 * neither in the history nor on the screen.
 */
export function useLinkToken(): string {
  const { history } = useRouter()
  const { hash, pathname } = useLocation()
  const [token] = useState(hash)
  useLayoutEffect(() => {
    if (hash) history.replace(pathname)
  }, [history, hash, pathname])
  return token
}
