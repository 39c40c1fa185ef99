import { useState } from 'react'
import { ReceiptEmailField } from '#web/payments/receipt-email-field.tsx'

type Props = { isBusy: boolean; onTyped: (email: string) => void }

/** A guest's address for the receipt, sent to the server on blur. The payment does not depend on it and does not wait for it. */
export function ReceiptField({ isBusy, onTyped }: Props) {
  const [sent, setSent] = useState('')
  const send = (email: string) => {
    if (!email || email === sent) return
    setSent(email)
    onTyped(email)
  }
  return <ReceiptEmailField disabled={isBusy} onBlur={(event) => send(event.target.value.trim())} />
}
