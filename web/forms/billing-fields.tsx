import { type BillingDetails, type BillingField, billingLabels } from '#shared/documents/billing.ts'
import { COUNTRIES } from '#shared/earnings/countries.ts'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'

const nameOf = new Intl.DisplayNames('en', { type: 'region' })
const countries = COUNTRIES.map((code) => [code, countryName(code)] as const).sort(([, a], [, b]) => a.localeCompare(b))

/** The English name of an ISO code; the code itself where it is not known. */
export function countryName(code: string): string {
  try {
    return nameOf.of(code) ?? code
  } catch {
    return code
  }
}

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
      <TextArea {...control('address')} rows={3} maxLength={400} hint="Without the country." />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField {...control('country')}>
          <option value="">No country</option>
          {countries.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          {...control('vatId')}
          maxLength={40}
          autoCapitalize="characters"
          spellCheck={false}
          hint="With the letters of the country, as in DE123456789."
        />
      </div>
    </>
  )
}
