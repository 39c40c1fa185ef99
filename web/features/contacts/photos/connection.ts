import { useSyncExternalStore } from 'react'

/** The Network Information API, where the browser has it. */
type Connection = EventTarget & { saveData?: boolean; effectiveType?: string }
const connection = () => (navigator as { connection?: Connection }).connection

/** Whether a photo would take long, or cost the user money: the user saves data, or the network is as slow as 2G. */
export const isFrugal = () => connection()?.saveData === true || /2g$/.test(connection()?.effectiveType ?? '')

/** @returns ends it */
export function onConnectionChange(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  connection()?.addEventListener('change', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
    connection()?.removeEventListener('change', changed)
  }
}

export const useIsFrugal = () => useSyncExternalStore(onConnectionChange, isFrugal)
