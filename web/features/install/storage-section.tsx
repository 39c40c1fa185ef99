import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PrepareSheet } from './offline-readiness-sheet.tsx'
import { type PersistenceState, readKeeping, requestPersistence } from './persistence.ts'

const labels: Record<PersistenceState, { name: string; words: string }> = {
  kept: { name: 'Kept for good', words: 'The browser clears it only when you tell it to.' },
  'may-be-cleared': {
    name: 'May be cleared',
    words:
      'When space runs short, the browser may remove it. What you bought comes back with the next sign-in; what was not sent yet would be lost.',
  },
  unknown: { name: 'Not told', words: 'This browser does not say whether it keeps it.' },
}

/** Storage usage of the app on this device, and whether the storage is persistent. */
export function StorageSection() {
  const usage = useUsage()
  const storedCounts = useStoredCounts()
  const [keeping, setKeeping] = useState<PersistenceState>()
  const [isPreparing, setPreparing] = useState(false)
  const [wasRequested, setRequested] = useState(false)
  const ask = async () => {
    setKeeping(await requestPersistence())
    setRequested(true)
  }
  useEffect(() => void readKeeping().then(setKeeping), [])
  const line = 'flex min-h-12 flex-wrap items-center justify-between gap-x-4 border-b border-rule py-2.5'
  return (
    <>
      <dl className="border-t border-rule">
        <div className={line}>
          <dt className="text-soft">Storage used</dt>
          <dd className="tabular-nums">{usage ?? <Skeleton className="h-5 w-20" />}</dd>
        </div>
        <div className={line}>
          <dt className="text-soft">Contacts and unsent changes</dt>
          <dd className="tabular-nums">
            {storedCounts ? `${storedCounts.contacts} and ${storedCounts.unsent}` : <Skeleton className="h-5 w-16" />}
          </dd>
        </div>
        <div className={line}>
          <dt className="text-soft">When space runs short</dt>
          <dd>{keeping ? labels[keeping].name : <Skeleton className="h-5 w-24" />}</dd>
        </div>
      </dl>
      {keeping && <p className="mt-3 text-sm text-soft">{labels[keeping].words}</p>}
      <p className="mt-2 text-sm text-soft">
        Should this device be full, pictures go first, then projects, then the directory. Contacts and what you wrote never do.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => setPreparing(true)}>
          Prepare for offline
        </Button>
        {keeping === 'may-be-cleared' && (
          <Button variant="outline" onClick={() => void ask()}>
            Ask the browser to keep it
          </Button>
        )}
      </div>
      <p role="status" className="mt-3 text-sm empty:hidden">
        {wasRequested && keeping === 'kept' && 'The browser has promised to keep it.'}
        {wasRequested &&
          keeping === 'may-be-cleared' &&
          'The browser did not agree. It does sooner for an app that is installed and used.'}
      </p>
      <PrepareSheet isOpen={isPreparing} onClose={() => setPreparing(false)} />
    </>
  )
}

const megabytes = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1, style: 'unit', unit: 'megabyte' })

function useUsage(): string | undefined {
  const [usage, setUsage] = useState<string>()
  useEffect(() => {
    const read = async () => (await navigator.storage?.estimate?.())?.usage
    read().then(
      (bytes) => setUsage(bytes === undefined ? 'Not told' : megabytes.format(bytes / 1_000_000)),
      () => setUsage('Not told'),
    )
  }, [])
  return usage
}

function useStoredCounts() {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && { contacts: await db.contacts.count(), unsent: await db.outbox.count() }, [db])
}
