import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { CalendarChoices, type CalendarConnection, ExternalCalendarState } from '#shared/bookings/external-calendar.ts'
import { get, put } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { reasonOf } from './calendar-api.ts'

type Props = { path: string; onDone: (connection: CalendarConnection | null) => void; onClose: () => void }

/** Which calendars make the owner busy, and which one gets the calls. Their names come from the server of the calendar now. */
export function ChooseForm({ path, onDone, onClose }: Props) {
  const [choices, setChoices] = useState<CalendarChoices>()
  const [refused, setRefused] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const address = `${path}/calendars`

  const load = useCallback(() => {
    setRefused(undefined)
    get(address, CalendarChoices).then(setChoices, (error) => setRefused(reasonOf(error)))
  }, [address])
  useEffect(load, [load])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!choices) return
    setBusy(true)
    setRefused(undefined)
    try {
      const { connection } = await put(address, { busy: choices.busy, events: choices.events }, ExternalCalendarState)
      toast({ title: 'Calendars saved' })
      onDone(connection)
    } catch (error) {
      setRefused(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  const toggle = (url: string) =>
    setChoices((before) => {
      if (!before) return before
      const busy = before.busy.includes(url) ? before.busy.filter((one) => one !== url) : [...before.busy, url]
      return { ...before, busy }
    })

  return (
    <form noValidate onSubmit={submit} aria-label="Choose calendars" className="mt-3 grid max-w-lg gap-5">
      {!choices && !refused && <Skeleton className="h-32 w-full" />}
      {choices && (
        <>
          <fieldset className="min-w-0">
            <legend className="text-sm font-medium">Events in these make you busy</legend>
            <div className="mt-2 grid gap-1">
              {choices.calendars.map(({ url, name }) => (
                <label key={url} className="flex min-h-11 items-center gap-3">
                  <input
                    type="checkbox"
                    className="checkbox"
                    checked={choices.busy.includes(url)}
                    disabled={isBusy}
                    onChange={() => toggle(url)}
                  />
                  <span className="min-w-0 break-words" dir="auto">
                    {name}
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          <SelectField
            label="Enter calls in"
            value={choices.events ?? ''}
            disabled={isBusy}
            onChange={({ target }) => setChoices({ ...choices, events: target.value || null })}
          >
            {choices.calendars
              .filter(({ url, isWritable }) => isWritable || url === choices.events)
              .map(({ url, name }) => (
                <option key={url} value={url}>
                  {name}
                </option>
              ))}
            <option value="">No calendar</option>
          </SelectField>
        </>
      )}
      {refused && (
        <p role="alert" className="text-sm text-red">
          {refused}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {choices ? (
          <Button type="submit" isBusy={isBusy}>
            Save
          </Button>
        ) : (
          refused && (
            <Button variant="outline" onClick={load}>
              Try again
            </Button>
          )
        )}
        <Button variant="quiet" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
