import { useSyncExternalStore } from 'react'

/** Whether the device believes that it has a network. Only to say so early: what counts is whether a call gets through. */
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
