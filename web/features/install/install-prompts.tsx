import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { InstallOffer } from './install-offer.tsx'
import { installPrompt } from './install-prompt.ts'
import { dismiss, dismissedAt, isPrepared, isStandalone, rememberPrepared } from './install-state.ts'
import { availableChannel, isIosSafari } from './offer-rule.ts'
import { PrepareSheet } from './offline-readiness-sheet.tsx'
import { requestPersistence } from './persistence.ts'

/** A first start from the home screen prepares for offline; in a tab, whoever has something to keep is offered the home screen. */
export function DeviceCare() {
  const kept = useKept()
  const prompt = useSyncExternalStore(installPrompt.subscribe, installPrompt.get)
  const [laterAt, setLaterAt] = useState(dismissedAt)
  const [isPreparing, setPreparing] = useState(() => isStandalone() && !isPrepared())
  const hasKept = kept !== undefined && kept.contacts + kept.saved > 0

  // What somebody paid for is not to be swept away when space runs short.
  const mayKeep = (kept?.contacts ?? 0) > 0
  useEffect(() => {
    if (mayKeep) void requestPersistence()
  }, [mayKeep])
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
    hasKept,
    dismissedAt: laterAt,
    now: Date.now(),
  })
  if (!way) return null
  const later = () => {
    dismiss(Date.now())
    setLaterAt(Date.now())
  }
  return <InstallOffer way={way} hasContacts={mayKeep} onLater={later} />
}

function useKept() {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && { contacts: await db.contacts.count(), saved: await db.saved.count() }, [db])
}
