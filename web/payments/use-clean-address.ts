import { useLayoutEffect } from 'react'

/**
 * Removes the query from the address before anything else is loaded. A bank's page returns with the client secret of the payment
 * in it, which must not enter the history or a referrer.
 */
export const useCleanAddress = () =>
  useLayoutEffect(() => {
    if (window.location.search) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
