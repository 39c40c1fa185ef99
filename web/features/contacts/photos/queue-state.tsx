import { Link } from '@tanstack/react-router'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { useIsFrugal } from './connection.ts'
import { sendPhotosNow } from './photo-runner.ts'
import type { ShownPhoto } from './queries.ts'
import { retryPhoto } from './queue.ts'

/** What the photos of this device that are not on the server yet wait for. */
export function QueueState({ photos }: { photos: readonly ShownPhoto[] }) {
  const db = usePrivateDb()
  const isOnline = useOnline()
  const isFrugal = useIsFrugal()
  const queued = photos.flatMap(({ queued }) => (queued && !queued.arrivedAt ? queued : []))
  const refused = queued.filter(({ refusal }) => refusal)
  const waiting = queued.length - refused.length
  const reason = refused[0]?.refusal?.message
  const tryAgain = () => {
    if (db) for (const photo of refused) void retryPhoto(db, photo).then(sendPhotosNow, () => undefined)
  }
  return (
    <div aria-live="polite" className="mt-3 grid gap-3 text-sm text-soft empty:hidden">
      {reason !== undefined && (
        <Notice
          tone="red"
          title={refused.length === 1 ? '1 photo was not accepted' : `${refused.length} photos were not accepted`}
        >
          {reason}
          <Button variant="quiet" className="-my-2" onClick={tryAgain}>
            Try again
          </Button>
        </Notice>
      )}
      {waiting > 0 && (
        <p className="flex flex-wrap items-center gap-x-3">
          {waiting === 1 ? '1 photo is on this device only. ' : `${waiting} photos are on this device only. `}
          <Reason isOne={waiting === 1} isGuest={db?.principal === 'guest'} isOnline={isOnline} isFrugal={isFrugal} />
        </p>
      )}
    </div>
  )
}

type ReasonProps = { isOne: boolean; isGuest: boolean; isOnline: boolean; isFrugal: boolean }

function Reason({ isOne, isGuest, isOnline, isFrugal }: ReasonProps) {
  if (isGuest) {
    return (
      <span>
        <Link to="/auth" className="underline underline-offset-4">
          Sign in
        </Link>{' '}
        to keep photos on all your devices.
      </span>
    )
  }
  if (!isOnline) return `${isOne ? 'It is' : 'They are'} uploaded when you are online.`
  if (!isFrugal) return 'Uploading…'
  return (
    <>
      {isOne ? 'It waits' : 'They wait'} for a better connection.
      <Button variant="quiet" onClick={sendPhotosNow}>
        Upload now
      </Button>
    </>
  )
}
