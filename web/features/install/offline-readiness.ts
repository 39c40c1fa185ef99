import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { formatCount } from '#shared/format/count.ts'
import { watchAppShellCache } from '#web/db/app-shell-cache.ts'
import { isLeaseValid } from '#web/db/entitlement-lease.ts'
import { directoryDb, usePrivateDb } from '#web/db/tab/databases.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { type PersistenceState, requestPersistence } from './persistence.ts'

export type StepState = 'working' | 'done' | 'waiting' | 'failed'
export type Step = { name: string; state: StepState; words: string }

/** Steps that must complete before the app works offline, with their current state, and a retry function. */
export function usePreparation(isOnline: boolean): { steps: Step[]; isReady: boolean; retry: () => void } {
  const isShellKept = useShellKept()
  const directory = useDirectoryState()
  const contacts = useContactsState()
  const [keeping, setKeeping] = useState<PersistenceState>()

  const retry = () => {
    requestSync()
    void requestPersistence().then(setKeeping)
    void navigator.serviceWorker?.getRegistration().then((registration) => registration?.update().catch(() => undefined))
  }
  useEffect(retry, [])

  const fetched = (isDone: boolean): StepState => (isDone ? 'done' : isOnline ? 'working' : 'waiting')
  const steps: Step[] = [
    { name: 'The app itself', state: fetched(isShellKept), words: isShellKept ? 'All screens' : 'Being stored' },
    { name: 'The directory', state: fetched(directory.isWhole), words: directory.words },
    { name: 'Your contacts', state: fetched(contacts !== undefined), words: contactLabel(contacts) },
    keepingStep(keeping),
  ]
  return { steps, isReady: steps.slice(0, 3).every(({ state }) => state === 'done'), retry }
}

const contactLabel = (count: number | undefined) =>
  count === undefined ? 'Checking…' : count === 0 ? 'None unlocked yet' : `${count} and your notes`

function keepingStep(keeping: PersistenceState | undefined): Step {
  const name = 'Persistent'
  if (keeping === undefined) return { name, state: 'working', words: 'Checking…' }
  if (keeping === 'kept') return { name, state: 'done', words: 'Granted' }
  // A browser may grant persistence later, as the app is used; nothing is lost until then.
  return { name, state: 'failed', words: 'May be cleared' }
}

function useShellKept(): boolean {
  const [isKept, setKept] = useState(false)
  useEffect(() => watchAppShellCache(setKept), [])
  return isKept
}

function useDirectoryState() {
  return (
    useLiveQuery(async () => {
      const [state, incoming, held] = await Promise.all([
        directoryDb.getMeta('directory'),
        directoryDb.getMeta('incoming'),
        directoryDb.parts.orderBy('size').keys(),
      ])
      const count = held.reduce<number>((sum, size) => sum + Number(size), 0)
      const isWhole = state?.isComplete === true && !incoming
      const shown = formatCount(count)
      return { isWhole, words: isWhole ? `${shown} records, complete` : count > 0 ? `${shown} records so far` : 'Downloading' }
    }) ?? { isWhole: false, words: 'Downloading' }
  )
}

/** Number of contacts on this device, once the server has confirmed them; a visitor without a session has none. */
function useContactsState(): number | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => (db && (await isLeaseValid(db)) ? db.contacts.count() : undefined), [db])
}
