import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { AuthenticationDialog } from './authentication-dialog.tsx'
import { type CardErrors, type CardFields, cardErrors, caretAfter, formatCvc, formatExpiry, formatNumber } from './card-input.ts'
import type { PaymentFormProps } from './payment.ts'
import { authenticateSandboxCard, confirmSandboxCard, type SandboxOutcome } from './sandbox-stripe.ts'

const EMPTY: CardFields = { number: '', expiry: '', cvc: '' }
const formats = { number: formatNumber, expiry: formatExpiry, cvc: formatCvc }

/** The sandbox's card form; with real keys Stripe's own is used instead. Card data exists only in this component. */
export function CardForm({ clientSecret, payLabel, isBusy, onStart, onOutcome }: PaymentFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [card, setCard] = useState(EMPTY)
  const [errors, setErrors] = useState<CardErrors>({})
  const [asksBank, setAsksBank] = useState(false)

  // The button that opened the form is gone.
  useEffect(() => form.current?.querySelector<HTMLInputElement>('[name=number]')?.focus(), [])

  const settle = (outcome: SandboxOutcome) => {
    setAsksBank(outcome.kind === 'requires-action')
    if (outcome.kind !== 'requires-action') onOutcome(outcome)
  }
  // A lost connection here proves nothing about the payment; the server asks the provider itself.
  const failed = () => settle({ kind: 'declined', message: undefined })

  const pay = (event: SubmitEvent) => {
    event.preventDefault()
    const found = cardErrors(card, Date.now())
    setErrors(found)
    const first = Object.keys(found)[0]
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
      return
    }
    onStart()
    confirmSandboxCard(clientSecret, card).then(settle, failed)
  }

  const type = (field: keyof CardFields) => (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target
    const digitsBefore = input.value.slice(0, input.selectionStart ?? input.value.length).replace(/\D/g, '').length
    const value = formats[field](input.value)
    const isAtEnd = input.selectionStart === input.value.length
    setCard({ ...card, [field]: value })
    if (errors[field]) setErrors({ ...errors, [field]: undefined })
    // Runs after React has written the formatted text, which moves a caret in the middle to the end.
    if (!isAtEnd) queueMicrotask(() => input.setSelectionRange(caretAfter(value, digitsBefore), caretAfter(value, digitsBefore)))
  }

  const field = (name: keyof CardFields) => ({
    name,
    value: card[name],
    error: errors[name],
    onChange: type(name),
    inputMode: 'numeric' as const,
    disabled: isBusy,
    className: 'tabular-nums',
  })

  return (
    <form ref={form} noValidate onSubmit={pay} className="grid gap-4">
      <TextField label="Card number" placeholder="1234 1234 1234 1234" autoComplete="cc-number" {...field('number')} />
      <div className="grid grid-cols-2 gap-4">
        <TextField label="Expiry" placeholder="MM / YY" autoComplete="cc-exp" {...field('expiry')} />
        <TextField label="CVC" placeholder="CVC" autoComplete="cc-csc" {...field('cvc')} />
      </div>
      <Button type="submit" variant="brass" isBusy={isBusy} className="mt-2 w-full">
        {isBusy ? 'Processing...' : payLabel}
      </Button>
      <p className="text-center text-xs text-soft">Test mode: no real card is charged.</p>
      <AuthenticationDialog
        isOpen={asksBank}
        onAnswer={(isAuthentic) => authenticateSandboxCard(clientSecret, isAuthentic).then(settle, failed)}
      />
    </form>
  )
}
