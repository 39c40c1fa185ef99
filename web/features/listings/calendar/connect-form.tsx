import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { type CalendarConnection, ConnectCalendar, ExternalCalendarState } from '#shared/bookings/external-calendar.ts'
import { HttpProblem, put } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { reasonOf } from './calendar-api.ts'

type Props = { path: string; onDone: (connection: CalendarConnection | null) => void; onClose: () => void }
type Field = 'server' | 'user' | 'password'

/** Asks for the account of a calendar. None of it is stored on this device. */
export function ConnectForm({ path, onDone, onClose }: Props) {
  const [values, setValues] = useState({ server: '', user: '', password: '' })
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [refused, setRefused] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const field = (name: Field) => ({
    value: values[name],
    error: errors[name],
    disabled: isBusy,
    spellCheck: false,
    autoCapitalize: 'none',
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setErrors(({ [name]: _, ...others }) => others)
      setRefused(undefined)
      setValues((before) => ({ ...before, [name]: target.value }))
    },
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const parsed = v.safeParse(ConnectCalendar, values)
    if (!parsed.success) {
      const { nested = {} } = v.flatten<typeof ConnectCalendar>(parsed.issues)
      const first = (name: Field) => nested[name]?.[0]
      setErrors({ server: first('server') ?? '', user: first('user') ?? '', password: first('password') ?? '' })
      return
    }
    setBusy(true)
    try {
      const { connection } = await put(path, values, ExternalCalendarState)
      toast({ title: 'Calendar connected' })
      onDone(connection)
    } catch (error) {
      const fields = (error instanceof HttpProblem && error.problem?.fields) || []
      setErrors(Object.fromEntries(fields.map(({ path: name, message }) => [name, message])))
      if (fields.length === 0) setRefused(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Connect a calendar" className="mt-3 grid max-w-lg gap-4">
      <TextField
        label="Address of the calendar server"
        hint="For example caldav.icloud.com or cloud.example.com. Your provider’s help calls it CalDAV."
        inputMode="url"
        {...field('server')}
      />
      <TextField label="User name" hint="Often your email address." {...field('user')} />
      <TextField
        label="App password"
        type="password"
        hint="Create one for Latchkey at your provider, so that you can withdraw it there. It is stored encrypted, and never shown."
        {...field('password')}
      />
      {refused && (
        <p role="alert" className="text-sm text-red">
          {refused}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy}>
          Connect
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
