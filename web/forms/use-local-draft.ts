import { useCallback, useEffect, useMemo, useState } from 'react'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { draftWriter, writesSettled } from './local-draft.ts'

/** A database that is not open after this time is treated as unavailable. */
const STORAGE_WITHIN_MS = 3000

/**
 * The draft at the time the form was opened; `undefined` until it is read. It is read once, because afterwards the form itself has
 * the newest state.
 *
 * A device that cannot read still shows an editable form, which reports that nothing is saved. A browser without storage saves no
 * draft, and can still send.
 *
 * @param load  stable: the draft is read again when it changes
 * @param blank  the draft where none can be read; stable too
 */
export function useRestoredDraft<Draft>(
  db: PrivateDatabase | undefined,
  load: (db: PrivateDatabase) => Promise<Draft>,
  blank: Draft,
): Draft | undefined {
  const [restored, setRestored] = useState<{ db: PrivateDatabase | undefined; draft: Draft }>()
  useEffect(() => {
    if (!db) {
      const timer = setTimeout(() => setRestored({ db, draft: blank }), STORAGE_WITHIN_MS)
      return () => clearTimeout(timer)
    }
    let isStale = false
    writesSettled()
      .then(() => load(db))
      .catch(() => blank)
      .then((draft) => !isStale && setRestored({ db, draft }))
    return () => {
      isStale = true
    }
  }, [db, load, blank])
  // The draft of an earlier principal is not shown until the one of this principal is read.
  return restored?.db === db ? restored?.draft : undefined
}

/** Whether the form content survives the page. */
export type DraftStatus = {
  /** Why the latest content is not stored; `undefined` once it is. */
  fault: string | undefined
  /** Content of this form has been stored. */
  isKept: boolean
  /** The latest content is not written to disk yet. */
  isBehind: boolean
}

/**
 * Stores a draft on this device at each change, so that it survives the page until the form is sent.
 *
 * Only this device reads the draft, and a write is one small transaction: unlike `useAutosave`, which queues a mutation, it does
 * not wait for a pause, and it has nothing left to store when the page is hidden or left.
 *
 * @param write  stable; stores the draft, or deletes it if it is empty. `undefined` without storage: then nothing is kept.
 * @returns `keep`, which resolves to whether its draft, or a later one, is stored
 */
export function useLocalDraft<Draft>(write: ((draft: Draft) => Promise<void>) | undefined) {
  const [status, setStatus] = useState<DraftStatus>({ fault: undefined, isKept: false, isBehind: false })
  const writer = useMemo(() => write && draftWriter(write), [write])

  const keep = useCallback(
    async (draft: Draft): Promise<boolean> => {
      if (!writer) return false
      setStatus((before) => ({ ...before, isBehind: true }))
      try {
        await writer(draft)
        setStatus({ fault: undefined, isKept: true, isBehind: false })
        return true
      } catch (error) {
        const fault = storageSentence(error) ?? 'Couldn’t save the draft on this device.'
        setStatus(({ isKept }) => ({ fault, isKept, isBehind: false }))
        return false
      }
    },
    [writer],
  )
  return { status, keep }
}
