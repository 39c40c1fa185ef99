import { type FormEvent, useState } from 'react'
import { isPausedAt, pausedLabel } from '#shared/directory/paused.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { dayAhead, MAX_PAUSE_DAYS, pauseRefusal } from '#shared/listings/pause.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { pauseListing } from './mutations.ts'

const REFUSED = { begun: 'Please choose a day after today.', 'too-long': 'A listing can be paused for a year at most.' }

type Props = { listing: Pick<OwnListing, 'id' | 'pausedUntil'> }

/** Pauses the user's own listing until a day, and resumes it; also without a connection. */
export function PauseControl({ listing: { id, pausedUntil } }: Props) {
  const now = Date.now()
  const isPaused = isPausedAt(pausedUntil, now)
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  const day = typed ?? (isPaused ? (pausedUntil ?? '') : '')

  const write = async (until: string | null) => {
    try {
      await pauseListing({ vcId: id, until })
      setTyped(undefined)
      setError(undefined)
    } catch {
      toast({ title: 'Not saved', description: 'Couldn’t save on this device. Please try again.', variant: 'destructive' })
    }
  }
  const pause = (event: FormEvent) => {
    event.preventDefault()
    const refusal = day === '' ? 'begun' : pauseRefusal(day, Date.now())
    setError(refusal && REFUSED[refusal])
    if (!refusal) void write(day)
  }

  return (
    <section aria-label="Pause" className="mt-6 border-t border-rule pt-5">
      <h3 className="text-xl">{isPaused ? pausedLabel(pausedUntil) : 'Pause'}</h3>
      <p className="mt-1.5 text-sm text-soft">
        While you are paused, you stay in the directory, and founders can’t unlock your contact or book a call. What they paid for
        before is not affected. The pause ends at 00:00 UTC on the day you choose.
      </p>
      <form noValidate onSubmit={pause} className="mt-3 flex flex-wrap items-start gap-3">
        <TextField
          label="Back on"
          type="date"
          min={dayAhead(1, now)}
          max={dayAhead(MAX_PAUSE_DAYS, now)}
          value={day}
          error={error}
          onChange={({ target }) => {
            setError(undefined)
            setTyped(target.value)
          }}
          className="tabular-nums"
        />
        <div className="flex flex-wrap gap-2 sm:pt-[1.625rem]">
          <Button type="submit" variant="outline" disabled={isPaused && day === pausedUntil}>
            {isPaused ? 'Change the day' : 'Pause'}
          </Button>
          {isPaused && (
            <Button variant="outline" onClick={() => write(null)}>
              Resume now
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}
