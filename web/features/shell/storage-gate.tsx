import { useLocation } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { STORAGE_FAULT, useSyncStatus } from '#web/sync/tab/use-sync-status.ts'

type SentenceComponent = ComponentType<{ sentence: string }>
// Few devices need these components. Without a network their chunks cannot load, and only the pill shows the fault.
const NoStorage = lazy<SentenceComponent>(async () => {
  const chunk = await import('./no-storage.tsx').catch(() => undefined)
  return { default: chunk?.NoStorage ?? (() => null) }
})
const StorageNotice = lazy<SentenceComponent>(async () => {
  const chunk = await import('./storage-notice.tsx').catch(() => undefined)
  return { default: chunk?.StorageNotice ?? (() => null) }
})

/** Pages whose content and forms need only the network. */
const worksWithout = (path: string) =>
  /^\/(support|requests|privacy-policy|terms-of-service|join|newsletter|verify-email|keep-email|reset-password|forgot-password|profile-request)?\/?$/.test(
    path,
  )

/** Whether this device's storage can be read: false once it is known that it does not open. */
export function useIsReadable(): boolean {
  const status = useSyncStatus()
  const isOpen = usePrivateDb() !== undefined
  return isOpen || status.kind !== 'attention' || status.code !== STORAGE_FAULT
}

/** Wraps every page while this device cannot store: a notice above the page, or the cause in place of the page. */
export function StorageGate({ children }: { children: ReactNode }) {
  const status = useSyncStatus()
  const isOpen = usePrivateDb() !== undefined
  const { pathname } = useLocation()
  const sentence = status.kind === 'attention' && status.code === STORAGE_FAULT ? status.message : undefined
  const isShown = sentence === undefined || isOpen || worksWithout(pathname)
  // The page keeps its position beside the notice, so that React keeps the text that is being typed.
  return (
    <>
      {sentence !== undefined && (
        <Suspense>{isShown ? <StorageNotice sentence={sentence} /> : <NoStorage sentence={sentence} />}</Suspense>
      )}
      {isShown && children}
    </>
  )
}
