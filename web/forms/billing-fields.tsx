import { type BillingDetails, type BillingField, billingLabels } from '#shared/documents/billing.ts'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { countryOptions } from '#web/ui/region-name.ts'

export type BillingErrors = Partial<Record<BillingField, string>>

type Props = {
  values: BillingDetails
  errors: BillingErrors
  onChange: (field: BillingField, value: string) => void
}

/** How invoices name the buyer. All of it is optional. */
export function BillingFields({ values, errors, onChange }: Props) {
  const control = (field: BillingField) => ({
    label: billingLabels[field],
    name: field,
    value: values[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange(field, target.value),
  })
  return (
    <>
      <TextField {...control('name')} maxLength={200} />
      <TextArea {...control('address')} rows={3} maxLength={400} hint="Without postal code and country." />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...control('postalCode')} maxLength={20} />
        <SelectField {...control('country')}>
          <option value="">No country</option>
          {countryOptions().map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        {...control('vatId')}
        maxLength={40}
        autoCapitalize="characters"
        spellCheck={false}
        hint="With the letters of the country, as in DE123456789."
      />
    </>
  )
}
