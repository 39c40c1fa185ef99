import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import { type DetailsField, detailsProblems, normaliseDetails, routingOf } from '#shared/earnings/check-details.ts'
import { hasIbans } from '#shared/earnings/iban.ts'
import {
  MAX_BANK_NAME_LENGTH,
  MAX_HOLDER_LENGTH,
  MAX_NUMBER_LENGTH,
  type OwnPayoutDetails,
  type PayoutDetails,
  type PayoutDetailsKind,
} from '#shared/earnings/payout-details.ts'
import { HttpProblem } from '#web/net/api.ts'
import type { WithProof } from '#web/net/with-proof.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { countryOptions } from '#web/ui/region-name.ts'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { savePayoutDetails } from './api.ts'

const EMPTY = { holder: '', country: '', iban: '', accountNumber: '', routing: '', bic: '', bankName: '' }
type Values = typeof EMPTY
type Errors = Partial<Record<DetailsField, string>>

function detailsOf({ holder, country, bankName, iban, accountNumber, routing, bic }: Values, kind: PayoutDetailsKind) {
  const common = { holder, country, bankName }
  const details: PayoutDetails = kind === 'iban' ? { kind, ...common, iban } : { kind, ...common, accountNumber, routing, bic }
  return normaliseDetails(details)
}

type Props = { withProof: WithProof; onSaved: (own: OwnPayoutDetails) => void; onCancel: () => void }

/** Bank details. They are in memory only: nothing that is typed here is stored on this device. */
export function PayoutDetailsForm({ withProof, onSaved, onCancel }: Props) {
  const isOnline = useOnline()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(EMPTY)
  const [kind, setKind] = useState<PayoutDetailsKind>('iban')
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => form.current?.querySelector<HTMLElement>('[name="holder"]')?.focus(), [])
  const { country } = values
  const routing = routingOf(country)

  const set = (field: DetailsField, value: string) => {
    setValues((before) => ({ ...before, [field]: value }))
    setErrors(({ [field]: _, ...others }) => others)
  }
  const pick = (code: string) => {
    set('country', code)
    setKind(hasIbans(code) ? 'iban' : 'account-number')
  }
  const mark = (problems: readonly { path: string; message: string }[]) => {
    setErrors(Object.fromEntries(problems.map(({ path, message }) => [path, message])))
    const first = problems[0]?.path
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setRefusal(undefined)
    const details = detailsOf(values, kind)
    const problems = detailsProblems(details)
    if (problems.length > 0) return mark(problems)
    setBusy(true)
    try {
      const own = await withProof(() => savePayoutDetails(details))
      if (own) {
        toast({ title: 'Payout details saved', description: 'We also confirmed the change by email.' })
        return onSaved(own)
      }
    } catch (error) {
      const problem = error instanceof HttpProblem ? error.problem : undefined
      if (problem?.fields?.length) mark(problem.fields)
      else setRefusal(problem?.message ?? 'Couldn’t save. Reconnect and try again.')
    }
    setBusy(false)
  }

  const field = (name: Exclude<DetailsField, 'country'>, maxLength = MAX_NUMBER_LENGTH): ComponentProps<typeof TextField> => ({
    label: '',
    name,
    value: values[name],
    maxLength,
    error: errors[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event) => set(name, event.target.value),
  })
  const code = (name: 'iban' | 'accountNumber' | 'routing' | 'bic') => ({ ...field(name), autoCapitalize: 'characters' })

  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate className="mt-5 grid gap-5 border-t border-rule pt-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('holder', MAX_HOLDER_LENGTH)} label="Account holder" hint="The name as your bank has it." />
        <SelectField
          label="Country of the bank"
          name="country"
          value={country}
          error={errors.country}
          autoComplete="off"
          onChange={(event) => pick(event.target.value)}
        >
          <option value="">Select a country</option>
          {countryOptions().map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {hasIbans(country) && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">Number of the account</legend>
          <div className="flex flex-wrap gap-x-6">
            {(['iban', 'account-number'] as const).map((one) => (
              <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name="kind"
                  className="radio radio-sm border-edge"
                  checked={kind === one}
                  onChange={() => setKind(one)}
                />
                {one === 'iban' ? 'IBAN' : 'Account number'}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {country !== '' && (
        <div className="grid gap-5 sm:grid-cols-2">
          {kind === 'iban' ? (
            <TextField {...code('iban')} label="IBAN" className="tabular-nums" />
          ) : (
            <>
              <TextField {...code('accountNumber')} label="Account number" className="tabular-nums" />
              <TextField {...code('routing')} label={routing.label} hint={routing.hint} optional={!routing.isRequired} />
              <TextField {...code('bic')} label="BIC (SWIFT code)" hint="8 or 11 characters." />
            </>
          )}
          <TextField {...field('bankName', MAX_BANK_NAME_LENGTH)} label="Name of the bank" optional />
        </div>
      )}
      <p className="text-sm text-soft">
        Stored encrypted. After saving, only the country, the holder and the last four characters are shown. Nothing is kept on
        this device.
      </p>
      {refusal && <Notice tone="red">{refusal}</Notice>}
      {!isOnline && <Notice>You’re offline. What you typed stays here until you reconnect.</Notice>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isBusy} disabled={!isOnline}>
          Save payout details
        </Button>
      </div>
    </form>
  )
}
