import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/field.tsx'

/** A guest's address for the receipt. A purchase does not need it. */
export const ReceiptEmailField = (props: Pick<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur' | 'disabled'>) => (
  <TextField
    label="Email for the receipt"
    optional
    type="email"
    inputMode="email"
    autoComplete="email"
    placeholder="you@company.com"
    {...props}
  />
)
