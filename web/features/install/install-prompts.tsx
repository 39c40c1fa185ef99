import { useLocation } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { InstallOffer } from './install-offer.tsx'
import { installPrompt } from './install-prompt.ts'
import { dismiss, dismissedAt, isPrepared, isStandalone, rememberPrepared } from './install-state.ts'
import { availableChannel, isIosSafari } from './offer-rule.ts'
import { PrepareSheet } from './offline-readiness-sheet.tsx'
import { requestPersistence } from './persistence.ts'

/**
 * Pages that nothing covers: payments and the wait for their result, the price of a contact, the buttons of a review, and the
 * user's own texts.
 */
const isUncovered = (path: string) =>
  /^\/((payment-success|project-payment|scout-success|vc|investor|admin)(\/|$)|contacts\/|vc-signup|project-setup|share|support|requests|outbox)/.test(
    path,
  )

/** The install offer and the offline preparation, except on pages that nothing covers. */
export function DeviceCare() {
  const { pathname } = useLocation()
  return isUncovered(pathname) ? null : <CareOfDevice />
}

/**
 * The first start from the home screen prepares for offline use. In a browser tab, a user with saved content is offered the
 * installation.
 */
function CareOfDevice() {
  const savedCounts = useKept()
  const prompt = useSyncExternalStore(installPrompt.subscribe, installPrompt.get)
  const [laterAt, setLaterAt] = useState(dismissedAt)
  const [isPreparing, setPreparing] = useState(() => isStandalone() && !isPrepared())
  const hasSavedContent = savedCounts !== undefined && savedCounts.contacts + savedCounts.saved > 0

  // Purchased contacts must not be evicted when storage runs short.
  const hasContacts = (savedCounts?.contacts ?? 0) > 0
  useEffect(() => {
    if (hasContacts) void requestPersistence()
  }, [hasContacts])
  useEffect(() => {
    const onInstalled = () => void requestPersistence()
    addEventListener('appinstalled', onInstalled)
    return () => removeEventListener('appinstalled', onInstalled)
  }, [])

  if (isPreparing) {
    const close = () => {
      rememberPrepared()
      setPreparing(false)
    }
    return <PrepareSheet isOpen onClose={close} />
  }
  const way = availableChannel({
    isStandalone: isStandalone(),
    hasPrompt: prompt !== undefined,
    isIosSafari: isIosSafari(navigator.userAgent, navigator.maxTouchPoints),
    hasKept: hasSavedContent,
    dismissedAt: laterAt,
    now: Date.now(),
  })
  if (!way) return null
  const later = () => {
    dismiss(Date.now())
    setLaterAt(Date.now())
  }
  return <InstallOffer way={way} hasContacts={hasContacts} onLater={later} />
}

function useKept() {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && { contacts: await db.contacts.count(), saved: await db.saved.count() }, [db])
}
