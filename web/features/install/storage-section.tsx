import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { Button } from '#web/ui/button.tsx'
import { madeOnce } from '#web/ui/made-once.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PrepareSheet } from './offline-readiness-sheet.tsx'
import { type PersistenceState, readKeeping, requestPersistence } from './persistence.ts'

const labels: Record<PersistenceState, { name: string; words: string }> = {
  kept: { name: 'Persistent', words: 'The browser deletes it only when you ask.' },
  'may-be-cleared': {
    name: 'May be cleared',
    words: 'When space is low, the browser may delete it. Purchases return when you sign in. Unsent changes would be lost.',
  },
  unknown: { name: 'Unknown', words: 'This browser doesn’t report storage status.' },
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
          <dt className="text-soft">When space is low</dt>
          <dd>{keeping ? labels[keeping].name : <Skeleton className="h-5 w-24" />}</dd>
        </div>
      </dl>
      {keeping && <p className="mt-3 text-sm text-soft">{labels[keeping].words}</p>}
      <p className="mt-2 text-sm text-soft">
        When storage is full, we remove pictures first, then projects, then the directory. Contacts and your changes are never
        removed.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => setPreparing(true)}>
          Prepare for offline
        </Button>
        {keeping === 'may-be-cleared' && (
          <Button variant="outline" onClick={() => void ask()}>
            Request persistent storage
          </Button>
        )}
      </div>
      <p role="status" className="mt-3 text-sm empty:hidden">
        {wasRequested && keeping === 'kept' && 'The browser granted persistent storage.'}
        {wasRequested && keeping === 'may-be-cleared' && 'Your browser declined. Installing the app usually helps.'}
      </p>
      <PrepareSheet isOpen={isPreparing} onClose={() => setPreparing(false)} />
    </>
  )
}

const megabytes = madeOnce(() => new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1, style: 'unit', unit: 'megabyte' }))

function useUsage(): string | undefined {
  const [usage, setUsage] = useState<string>()
  useEffect(() => {
    const read = async () => (await navigator.storage?.estimate?.())?.usage
    read().then(
      (bytes) => setUsage(bytes === undefined ? 'Unknown' : megabytes().format(bytes / 1_000_000)),
      () => setUsage('Unknown'),
    )
  }, [])
  return usage
}

function useStoredCounts() {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && { contacts: await db.contacts.count(), unsent: await db.outbox.count() }, [db])
}
