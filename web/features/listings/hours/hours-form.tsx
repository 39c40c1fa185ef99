import { type FormEvent, useRef, useState } from 'react'
import { MAX_BUFFER_MINUTES, MAX_CALLS_A_DAY, MAX_NOTICE_HOURS } from '#shared/bookings/call-hours.ts'
import { CALL_MINUTES, NOTICE_HOURS } from '#shared/bookings/slots.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { setHours } from '#web/features/listings/mutations.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { DaysOffFields } from './days-off-fields.tsx'
import { changeTo, type HoursErrors, hoursDraftId, readHours, shownHours, valuesOf, WEEK } from './hours-values.ts'
import { NextSlots } from './next-slots.tsx'
import { WeekdayFields } from './weekday-fields.tsx'

type Props = {
  listing: Pick<OwnListing, 'id' | 'callHours' | 'timeZone'>
  onClose: () => void
}

const NOTICES = [NOTICE_HOURS, 4, 8, 12, 24, 48, 72, MAX_NOTICE_HOURS]
const BUFFERS = [0, 5, 10, 15, 30, 45, 60, 90, 120, MAX_BUFFER_MINUTES]
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Saved means stored on this device; it is synced when there is a connection. Until then the form is a draft of this device. */
export default function HoursForm({ listing, onClose }: Props) {
  const { id } = listing
  const stored = listing.callHours ?? null
  const { values, change, clear, status, isChanged } = useDraft(hoursDraftId(id), valuesOf(shownHours(listing, ownZone())))
  const [errors, setErrors] = useState<HoursErrors>({})
  const [now] = useState(Date.now)
  const [isBusy, setBusy] = useState(false)
  const isOnline = useOnline()
  const form = useRef<HTMLFormElement>(null)
  const read = readHours(values)

  const set: typeof change = (field, value) => {
    change(field, value)
    setErrors(({ [field]: _corrected, ...rest }) => rest)
  }

  const daysWithCalls = WEEK.map(([day]) => day).filter((day) => values[day].length > 0)
  const [firstDay, ...otherDays] = daysWithCalls
  const copyFirst = () => {
    if (firstDay) for (const day of otherDays) set(day, values[firstDay])
  }

  const write = async (what: Parameters<typeof setHours>[0]['change']) => {
    setBusy(true)
    try {
      await setHours({ vcId: id, change: what })
    } catch {
      toast({
        title: 'Not saved',
        description: 'Couldn’t save on this device. Your hours are still here.',
        variant: 'destructive',
      })
      return setBusy(false)
    }
    await clear()
    toast(isOnline ? { title: 'Hours saved' } : { title: 'Saved on this device', description: 'Sends when you are online.' })
    onClose()
  }

  const cancel = async () => {
    setBusy(true)
    await clear()
    onClose()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if ('errors' in read) {
      setErrors(read.errors)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    const changed = changeTo(stored, read.hours, Date.now())
    if (changed) void write(changed)
    else void cancel()
  }

  return (
    <form ref={form} noValidate data-kept={!status.fault && !status.isBehind} onSubmit={submit} className="mt-4 grid gap-6">
      <SelectField
        label="Time zone"
        value={values.timeZone}
        error={errors.timeZone}
        onChange={({ target }) => set('timeZone', target.value)}
      >
        {zones(values.timeZone).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
      <fieldset className="min-w-0">
        <legend className="text-sm font-medium">Days and times</legend>
        <p className="mt-1 text-sm text-soft">
          A call takes {CALL_MINUTES} minutes. If your Calendly calendar is connected, its free times are offered instead, within
          the days off and limits below.
        </p>
        <div className="mt-2 border-t border-rule">
          {WEEK.map(([day, name]) => (
            <WeekdayFields
              key={day}
              name={name}
              ranges={values[day]}
              error={errors[day]}
              onChange={(ranges) => set(day, ranges)}
              onCopy={day === firstDay ? copyFirst : undefined}
            />
          ))}
        </div>
      </fieldset>
      <DaysOffFields daysOff={values.daysOff} error={errors.daysOff} onChange={(daysOff) => set('daysOff', daysOff)} />
      <div className="grid gap-4 sm:grid-cols-3">
        <Choice
          label="Notice"
          value={values.noticeHours}
          options={NOTICES.map(String)}
          labelOf={hoursLabel}
          onChange={(value) => set('noticeHours', value)}
        />
        <Choice
          label="Time between calls"
          value={values.bufferMinutes}
          options={BUFFERS.map(String)}
          labelOf={(minutes) => (minutes === '0' ? 'None' : `${minutes} minutes`)}
          onChange={(value) => set('bufferMinutes', value)}
        />
        <Choice
          label="Calls a day"
          value={values.callsADay}
          options={['', ...Array.from({ length: MAX_CALLS_A_DAY }, (_, nth) => String(nth + 1))]}
          labelOf={(most) => (most === '' ? 'No limit' : `At most ${most}`)}
          onChange={(value) => set('callsADay', value)}
        />
      </div>
      {'hours' in read && <NextSlots hours={read.hours} now={now} />}
      <p className="text-sm text-soft">Calls that are booked or being paid are not affected.</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" isBusy={isBusy}>
          Save hours
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={cancel}>
          {isChanged ? 'Discard changes' : 'Cancel'}
        </Button>
        {stored && (
          <Button variant="quiet" disabled={isBusy} onClick={() => write(null)}>
            Use the standard hours
          </Button>
        )}
        <DraftStatusNote {...status} isKept={isChanged && status.isKept} />
        {!isOnline && <p className="text-sm text-soft">Offline: saved on this device, sent later.</p>}
      </div>
    </form>
  )
}

const hoursLabel = (hours: string) => {
  const days = Number(hours) / 24
  if (days === 1) return '1 day'
  return Number.isInteger(days) ? `${days} days` : `${hours} hours`
}

type ChoiceProps = {
  label: string
  value: string
  options: string[]
  labelOf: (value: string) => string
  onChange: (value: string) => void
}

/** A value that another client has chosen is one of the options as well. */
const Choice = ({ label, value, options, labelOf, onChange }: ChoiceProps) => (
  <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value)}>
    {(options.includes(value) ? options : [value, ...options]).map((option) => (
      <option key={option} value={option}>
        {labelOf(option)}
      </option>
    ))}
  </SelectField>
)

/** The zone of this device is near the top, because it is the most likely choice. */
const zones = (chosen: string) => [...new Set([chosen, ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]
