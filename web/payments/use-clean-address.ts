import { useLayoutEffect } from 'react'

/**
 * Takes the query out of the address before anything else is loaded. A bank's page leads
 * back with the payment's client secret in it, which belongs into no history and no referrer.
 */
export const useCleanAddress = () =>
  useLayoutEffect(() => {
    if (window.location.search) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
