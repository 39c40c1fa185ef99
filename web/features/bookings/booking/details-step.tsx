import { type SubmitEvent, useRef } from 'react'
import * as v from 'valibot'
import { BookingDetails } from '#shared/bookings/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'

export type Typed = { name: string; email: string; company: string; message: string }
export type Errors = { [Field in keyof Typed]?: string | undefined }

type Props = {
  typed: Typed
  errors: Errors
  onType: (field: keyof Typed, value: string) => void
  onErrors: (errors: Errors) => void
  problem: string | undefined
  isBusy: boolean
  payLabel: string
  /** Explains who receives the message. */
  messageHint: string
  footnote: string
  onSubmit: (details: BookingDetails) => void
  /** Absent where this is the first step. */
  onBack?: (() => void) | undefined
}

/** Contact details and message of the person who books. */
export function DetailsStep({ typed, errors, onType, onErrors, problem, isBusy, payLabel, onSubmit, onBack, ...words }: Props) {
  const form = useRef<HTMLFormElement>(null)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const read = v.safeParse(BookingDetails, { ...typed, company: typed.company || null, message: typed.message || null })
    if (read.success) return onSubmit(read.output)
    const { nested = {} } = v.flatten<typeof BookingDetails>(read.issues)
    onErrors(Object.fromEntries(Object.entries(nested).map(([field, messages]) => [field, messages?.[0]])))
    if (typed.name.trim() === '' || typed.email.trim() === '')
      toast({ ...MISSING, description: 'Please fill in all required fields.' })
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }

  const field = (name: keyof Typed, most: number) => ({
    name,
    value: typed[name],
    error: errors[name],
    maxLength: most,
    disabled: isBusy,
    onChange: (event: { target: { value: string } }) => {
      onType(name, event.target.value)
      if (errors[name]) onErrors({ ...errors, [name]: undefined })
    },
  })

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {problem && <Notice tone="red">{problem}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" {...field('name', 200)} />
        <TextField label="Email" type="email" inputMode="email" autoComplete="email" {...field('email', 254)} />
      </div>
      <TextField label="Company" optional autoComplete="organization" {...field('company', 200)} />
      <TextArea label="Message" optional rows={3} hint={words.messageHint} {...field('message', 2000)} />
      <div className="mt-2 grid gap-3 sm:grid-cols-[auto_1fr]">
        {onBack && (
          <Button variant="outline" disabled={isBusy} onClick={onBack} className="order-2 sm:order-1">
            Back
          </Button>
        )}
        <Button type="submit" variant="brass" isBusy={isBusy} className={onBack ? 'order-1 sm:order-2' : 'sm:col-span-2'}>
          {isBusy ? 'Setting up...' : payLabel}
        </Button>
      </div>
      <p className="text-center text-xs text-soft">{words.footnote}</p>
    </form>
  )
}

export const MISSING = { title: 'Missing Information', variant: 'destructive' } as const
