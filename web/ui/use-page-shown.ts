import { useEffect, useEffectEvent } from 'react'

/** Calls `onShown` when the browser's Back button restores this page from the back/forward cache, with its state as it was left. */
export function usePageShown(onShown: () => void) {
  const shown = useEffectEvent(onShown)
  useEffect(() => {
    const listen = () => shown()
    addEventListener('pageshow', listen)
    return () => removeEventListener('pageshow', listen)
  }, [])
}
