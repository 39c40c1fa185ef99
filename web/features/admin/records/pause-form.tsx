import { type FormEvent, useState } from 'react'
import type { AdminListing } from '#shared/admin/listings.ts'
import { isPausedAt, pausedLabel } from '#shared/directory/paused.ts'
import { dayAhead, MAX_PAUSE_DAYS, pauseRefusal } from '#shared/listings/pause.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

const REFUSED = { begun: 'Please choose a day after today.', 'too-long': 'A listing can be paused for a year at most.' }

type Props = {
  listing: Pick<AdminListing, 'pausedUntil'>
  isBusy: boolean
  onPause: (until: string | null) => void
}

/** Pauses a listing until a day, and resumes it. */
export function PauseForm({ listing: { pausedUntil }, isBusy, onPause }: Props) {
  const now = Date.now()
  const isPaused = isPausedAt(pausedUntil, now)
  const [day, setDay] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const refusal = day === '' ? 'begun' : pauseRefusal(day, Date.now())
    setError(refusal && REFUSED[refusal])
    if (!refusal) onPause(day)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <p className="text-sm text-soft">
        {isPaused ? `${pausedLabel(pausedUntil)}. ` : ''}A paused listing stays in the directory, and is not sold. The investor
        can change or end the pause.
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="Back on"
          type="date"
          min={dayAhead(1, now)}
          max={dayAhead(MAX_PAUSE_DAYS, now)}
          value={day}
          error={error}
          onChange={({ target }) => {
            setError(undefined)
            setDay(target.value)
          }}
          className="tabular-nums"
        />
        <div className="flex flex-wrap gap-2 sm:pt-[1.625rem]">
          <Button type="submit" variant="outline" isBusy={isBusy}>
            {isPaused ? 'Change the day' : 'Pause…'}
          </Button>
          {isPaused && (
            <Button variant="outline" disabled={isBusy} onClick={() => onPause(null)}>
              Resume…
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
