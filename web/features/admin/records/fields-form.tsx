import { type FormEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import type { DraftId } from '#web/db/private-database.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { firstErrors } from '#web/forms/first-errors.ts'
import type { FormValues } from '#web/forms/local-draft.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ChipGroup } from '#web/ui/chip-group.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { changeOf, type FormField } from './form-fields.ts'

type Props<Schema extends v.GenericSchema> = {
  draftId: DraftId
  fields: readonly FormField[]
  /** What is stored. A field that was not typed into follows it. */
  current: FormValues
  /** The contract of the change. */
  schema: Schema
  /** The change as the contract takes it, where it is not the changed fields themselves. */
  toChange?: (changed: Record<string, unknown>, values: FormValues) => Record<string, unknown>
  /** The stored values are shown next to changed ones: another person may have changed them since. */
  showsStored?: boolean
  action: string
  isBusy: boolean
  /** @param clear  forgets the draft, once the change is stored */
  onSend: (change: v.InferOutput<Schema>, clear: () => Promise<boolean>) => void
}

/**
 * A form about an entry of the directory. What was typed is a draft of this device until it is stored: the page reloads after each
 * decision, and a decision that another one overtook is repeated.
 */
export function FieldsForm<Schema extends v.GenericSchema>(props: Props<Schema>) {
  const { draftId, fields, current, schema, toChange = (changed) => changed, showsStored, action, isBusy, onSend } = props
  const { values, change, clear, status } = useDraft<FormValues>(draftId, current)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const changed = changeOf(fields, current, values)
  const isChanged = Object.keys(changed).length > 0

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = v.safeParse(schema, toChange(changed, values))
    const invalid = firstErrors(
      read.issues,
      fields.map(({ name }) => name),
    )
    setErrors(invalid)
    if (read.success) onSend(read.output, clear)
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  const set = (name: string, value: FormValues[string]) => {
    change(name, value)
    setErrors(({ [name]: _corrected, ...rest }) => rest)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        {fields.map((field) => (
          <div key={field.name} className={field.kind === 'prose' || field.kind === 'choices' ? 'sm:col-span-2' : undefined}>
            <Control
              field={field}
              value={values[field.name] ?? ''}
              stored={showsStored && field.name in changed ? current[field.name] : undefined}
              error={errors[field.name]}
              onChange={(value) => set(field.name, value)}
            />
          </div>
        ))}
      </div>
      <DraftStatusNote {...status} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="outline" isBusy={isBusy} disabled={!isChanged}>
          {action}
        </Button>
        {isChanged && (
          <Button variant="quiet" disabled={isBusy} onClick={() => void clear()}>
            Discard changes
          </Button>
        )}
      </div>
    </form>
  )
}

type ControlProps = {
  field: FormField
  value: FormValues[string]
  stored: FormValues[string] | undefined
  error: string | undefined
  onChange: (value: FormValues[string]) => void
}

function Control({ field: { name, label, kind, choices = [], optional = false, maxLength, hint }, ...props }: ControlProps) {
  const { value, stored, error, onChange } = props
  if (kind === 'choices') return <Choices legend={label} {...{ choices, value, error, onChange }} />
  if (kind === 'flag')
    return (
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="checkbox checkbox-sm border-edge"
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />
        {label}
      </label>
    )
  const text = {
    ...{ name, label, optional, maxLength, error },
    hint: typeof stored === 'string' ? <Stored text={stored} /> : hint,
    value: String(value),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  if (kind === 'prose') return <TextArea dir="auto" {...text} />
  const inputMode = kind === 'dollars' ? 'decimal' : kind === 'count' ? 'numeric' : undefined
  return <TextField autoComplete="off" inputMode={inputMode} {...text} />
}

const Stored = ({ text }: { text: string }) => (
  <span className="line-clamp-4 break-words">
    Now: <bdi>{text || 'empty'}</bdi>
  </span>
)

type ChoicesProps = Pick<ControlProps, 'value' | 'error' | 'onChange'> & {
  legend: string
  choices: readonly (readonly [value: string, label: string])[]
}

/** Values of the entry that no list has are kept. */
function Choices({ legend, choices, value, error, onChange }: ChoicesProps) {
  const chosen = Array.isArray(value) ? value : []
  const unlisted = chosen.filter((one) => choices.every(([choice]) => choice !== one))
  const all = [...choices, ...unlisted.map((one) => [one, one] as const)]
  const toggle = (one: string) =>
    onChange(all.map(([choice]) => choice).filter((choice) => chosen.includes(choice) !== (choice === one)))
  return (
    <div aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <ChipGroup legend={legend} isMultiple options={all} isChosen={(one) => chosen.includes(one)} onChoose={toggle} />
      {error && (
        <p role="alert" className="mt-1.5 text-sm text-red">
          {error}
        </p>
      )}
    </div>
  )
}
