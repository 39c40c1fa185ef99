import { useState } from 'react'
import { TextField } from '#web/ui/field.tsx'

type Props = { isBusy: boolean; onTyped: (email: string) => void }

/** A guest's address for the receipt, told to the server when it is left: it decides nothing, and paying does not wait for it. */
export function ReceiptField({ isBusy, onTyped }: Props) {
  const [told, setTold] = useState('')
  const tell = (typed: string) => {
    if (!typed || typed === told) return
    setTold(typed)
    onTyped(typed)
  }
  return (
    <TextField
      label="Email for the receipt"
      optional
      type="email"
      inputMode="email"
      autoComplete="email"
      placeholder="you@company.com"
      disabled={isBusy}
      onBlur={(event) => tell(event.target.value.trim())}
    />
  )
}
