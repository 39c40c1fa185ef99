import { useEffect, useRef } from 'react'

/** Sets up the payment form automatically, once: opening the page or the dialog expressed the intent to pay. */
export function useSetUpOnce(setUp: (email: string | undefined) => Promise<unknown>, email?: string) {
  const isRequested = useRef(false)
  useEffect(() => {
    if (isRequested.current) return
    isRequested.current = true
    void setUp(email)
  })
}
