import { useSyncExternalStore } from 'react'

/** Whether the device reports a network. Only a hint for the interface: the outcome of a request decides. */
export const useOnline = () =>
  useSyncExternalStore(
    (changed) => {
      for (const event of ['online', 'offline']) addEventListener(event, changed)
      return () => {
        for (const event of ['online', 'offline']) removeEventListener(event, changed)
      }
    },
    () => navigator.onLine,
  )
