import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { MAX_DAYS_OFF } from '#shared/bookings/call-hours.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { partsOf } from './hours-values.ts'

type Props = { daysOff: string[]; error: string | undefined; onChange: (daysOff: string[]) => void }

/** Days, and periods of days, on which no call is offered. */
export function DaysOffFields({ daysOff, error, onChange }: Props) {
  const add = useRef<HTMLButtonElement>(null)
  const set = (nth: number, next: string) => onChange(daysOff.map((off, at) => (at === nth ? next : off)))
  const remove = (nth: number) => {
    onChange(daysOff.filter((_, at) => at !== nth))
    add.current?.focus()
  }
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">Days off</legend>
      <div className="mt-2 grid gap-3">
        {daysOff.map((off, nth) => {
          const [from, until] = partsOf(off, '/')
          const wrong = from === '' ? 'first' : until < from ? 'last' : undefined
          return (
            <fieldset
              key={nth}
              aria-label={`Days off ${nth + 1}`}
              className="grid min-w-0 max-w-lg grid-cols-[minmax(0,1fr)_auto] items-start gap-2 max-sm:border-b max-sm:border-rule max-sm:pb-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
            >
              <TextField
                label="First day"
                type="date"
                value={from}
                error={wrong === 'first' && error}
                onChange={({ target }) =>
                  set(nth, `${target.value}/${until === '' || until < target.value ? target.value : until}`)
                }
                className="tabular-nums"
              />
              <TextField
                label="Last day"
                type="date"
                min={from || undefined}
                value={until}
                error={wrong === 'last' && error}
                onChange={({ target }) => set(nth, `${from}/${target.value}`)}
                className="tabular-nums"
              />
              <Button
                variant="quiet"
                className="btn-square mt-[1.625rem] max-sm:col-start-2 max-sm:row-start-1"
                aria-label={`Remove days off ${nth + 1}`}
                onClick={() => remove(nth)}
              >
                <X className="size-4" aria-hidden="true" />
              </Button>
            </fieldset>
          )
        })}
        {daysOff.length < MAX_DAYS_OFF && (
          <div>
            <Button ref={add} variant="outline" onClick={() => onChange([...daysOff, '/'])}>
              <Plus className="size-4" aria-hidden="true" />
              Add days off
            </Button>
          </div>
        )}
      </div>
    </fieldset>
  )
}
