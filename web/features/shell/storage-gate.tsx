import { useLocation } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { STORAGE_FAULT, useSyncStatus } from '#web/sync/tab/use-sync-status.ts'

type Told = ComponentType<{ sentence: string }>
// Few devices ever need them; without a network the pill says it alone.
const NoStorage = lazy<Told>(async () => {
  const chunk = await import('./no-storage.tsx').catch(() => undefined)
  return { default: chunk?.NoStorage ?? (() => null) }
})
const StorageNotice = lazy<Told>(async () => {
  const chunk = await import('./storage-notice.tsx').catch(() => undefined)
  return { default: chunk?.StorageNotice ?? (() => null) }
})

/** Pages that say what they have to say, and send what is written, from the network alone. */
const worksWithout = (path: string) =>
  /^\/(support|requests|privacy-policy|terms-of-service|join|newsletter|verify-email|keep-email|reset-password|forgot-password|profile-request)?\/?$/.test(
    path,
  )

/** Whether this device can be read: false once it is known that it does not open. */
export function useIsReadable(): boolean {
  const status = useSyncStatus()
  const isOpen = usePrivateDb() !== undefined
  return isOpen || status.kind !== 'attention' || status.code !== STORAGE_FAULT
}

/** Stands before every page while this device cannot store: above it a line, or in place of it why it cannot be shown. */
export function StorageGate({ children }: { children: ReactNode }) {
  const status = useSyncStatus()
  const isOpen = usePrivateDb() !== undefined
  const { pathname } = useLocation()
  const sentence = status.kind === 'attention' && status.code === STORAGE_FAULT ? status.message : undefined
  const isShown = sentence === undefined || isOpen || worksWithout(pathname)
  // The page keeps its place beside the line, so that words which are being written stay.
  return (
    <>
      {sentence !== undefined && (
        <Suspense>{isShown ? <StorageNotice sentence={sentence} /> : <NoStorage sentence={sentence} />}</Suspense>
      )}
      {isShown && children}
    </>
  )
}
