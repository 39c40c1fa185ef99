import { Copy, Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { MAX_RANGES } from '#shared/bookings/call-hours.ts'
import { Button } from '#web/ui/button.tsx'
import { OFFICE_HOURS, partsOf } from './hours-values.ts'

type Props = {
  name: string
  ranges: string[]
  error: string | undefined
  onChange: (ranges: string[]) => void
  /** Gives every other day with calls the same times; the first of these days offers it. */
  onCopy?: (() => void) | undefined
}

/** One day of the week: on or off, and its ranges. */
export function WeekdayFields({ name, ranges, error, onChange, onCopy }: Props) {
  const errorId = useId()
  const isOn = ranges.length > 0
  /** The times of a day that is turned off and on again. */
  const last = useRef<string[]>([OFFICE_HOURS])
  const add = useRef<HTMLButtonElement>(null)
  const toggle = () => {
    if (isOn) last.current = ranges
    onChange(isOn ? [] : last.current)
  }
  const setRange = (nth: number, part: 0 | 1, clock: string) =>
    onChange(
      ranges.map((range, at) => {
        if (at !== nth) return range
        const [from, until] = partsOf(range, '-')
        return part === 0 ? `${clock}-${until}` : `${from}-${clock}`
      }),
    )
  const remove = (nth: number) => {
    if (ranges.length === 1) return toggle()
    onChange(ranges.filter((_, at) => at !== nth))
    add.current?.focus()
  }

  return (
    <fieldset
      aria-label={name}
      className="grid min-w-0 items-start gap-x-4 border-b border-rule py-1.5 sm:grid-cols-[9rem_minmax(0,1fr)]"
    >
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="checkbox"
          checked={isOn}
          aria-invalid={error && !isOn ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={toggle}
        />
        <span className={isOn ? 'font-medium' : 'text-soft'}>{name}</span>
      </label>
      <div className="grid gap-2 empty:hidden max-sm:pb-1.5">
        {ranges.map((range, nth) => {
          const [from, until] = partsOf(range, '-')
          const which = ranges.length > 1 ? ` ${nth + 1}` : ''
          const time = (part: 0 | 1, label: string, value: string) => (
            <input
              type="time"
              step={300}
              className="input h-11 w-full min-w-0 border-edge bg-sheet text-base text-ink tabular-nums aria-invalid:border-red max-sm:px-2.5 max-sm:[&::-webkit-calendar-picker-indicator]:hidden"
              aria-label={label}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? errorId : undefined}
              value={value}
              onChange={({ target }) => setRange(nth, part, target.value)}
            />
          )
          return (
            <div key={nth} className="grid max-w-96 grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-center gap-2">
              {time(0, `${name} from${which}`, from)}
              <span className="text-sm text-soft" aria-hidden="true">
                to
              </span>
              {time(1, `${name} until${which}`, until)}
              <Button variant="quiet" className="btn-square" aria-label={`Remove ${name}${which}`} onClick={() => remove(nth)}>
                <X className="size-4" aria-hidden="true" />
              </Button>
            </div>
          )
        })}
        {isOn && (
          <div className="flex flex-wrap gap-x-1">
            {ranges.length < MAX_RANGES && (
              <Button
                ref={add}
                variant="quiet"
                className="-ml-3 text-sm"
                aria-label={`Add times on ${name}`}
                onClick={() => onChange([...ranges, nextRange(ranges)])}
              >
                <Plus className="size-4" aria-hidden="true" />
                Add times
              </Button>
            )}
            {onCopy && (
              <Button variant="quiet" className="text-sm" onClick={onCopy}>
                <Copy className="size-4" aria-hidden="true" />
                Copy to all days
              </Button>
            )}
          </div>
        )}
        {error && (
          <p id={errorId} role="alert" className="text-sm text-red">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}

/** Two hours after the last range, where the day is long enough; else empty times. */
function nextRange(ranges: string[]): string {
  const [, until] = partsOf(ranges.at(-1) ?? '', '-')
  const hour = Number(until.slice(0, 2))
  const clock = (at: number) => `${String(at).padStart(2, '0')}:00`
  return until && hour > 0 && hour + 3 < 24 ? `${clock(hour + 1)}-${clock(hour + 3)}` : '-'
}
