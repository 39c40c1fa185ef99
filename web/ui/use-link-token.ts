import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** The secret behind the `#` of a mailed link. It is taken out of the address, so that neither history nor a glance keeps it. */
export function useLinkToken(): string {
  const { history } = useRouter()
  const { hash, pathname } = useLocation()
  const [token] = useState(hash)
  useEffect(() => {
    if (hash) history.replace(pathname)
  }, [history, hash, pathname])
  return token
}
