import type { ChangeEvent, FocusEvent, ReactNode } from 'react'
import { formatAmount } from '#shared/projects/amount.ts'
import { MAX_DOLLARS, MAX_LENGTH, type ProjectField, type ProjectValues, parseDigits } from '#shared/projects/fields.ts'
import { MAX_URL_LENGTH } from '#shared/url.ts'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { ConflictResolver } from './conflict-resolver.tsx'
import type { DraftForm } from './use-draft-form.ts'

/** Props that every field of the form needs. */
export type FormPart = { form: DraftForm; faults: Partial<Record<ProjectField, string>> }

type TextName = { [Field in ProjectField]: ProjectValues[Field] extends string ? Field : never }[ProjectField]
type AmountName = { [Field in ProjectField]: ProjectValues[Field] extends number | null ? Field : never }[ProjectField]
type FlagName = { [Field in ProjectField]: ProjectValues[Field] extends boolean ? Field : never }[ProjectField]

type Props<Name extends ProjectField> = FormPart & { name: Name; label: string; hint?: ReactNode; isRequired?: boolean }

const lengths: Partial<Record<ProjectField, number>> = MAX_LENGTH

function fieldProps({ form, faults, name, hint, isRequired }: Omit<Props<TextName>, 'label'>) {
  return {
    name,
    value: form.texts[name],
    hint,
    required: isRequired,
    error: faults[name],
    maxLength: lengths[name] ?? MAX_URL_LENGTH,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      form.write(name, target.value),
    onBlur: (_: FocusEvent) => void form.save(),
  }
}

/** A field, and below it the conflicting texts of other devices. */
const WithChoice = ({
  form,
  name,
  label,
  children,
}: Pick<Props<ProjectField>, 'form' | 'name' | 'label'> & { children: ReactNode }) => (
  <div className="grid content-start gap-2">
    {children}
    <ConflictResolver form={form} name={name} label={label} />
  </div>
)

type LineProps = Props<TextName> & { type?: 'email' | 'url'; placeholder?: string; autoComplete?: string }

export const LineField = ({ label, type, placeholder, autoComplete = 'off', ...part }: LineProps) => (
  <WithChoice form={part.form} name={part.name} label={label}>
    <TextField
      label={label}
      type={type === 'email' ? 'email' : 'text'}
      inputMode={type}
      placeholder={placeholder}
      autoComplete={autoComplete}
      {...fieldProps(part)}
    />
  </WithChoice>
)

export const AddressField = (props: Props<TextName>) => <LineField type="url" placeholder="https://" {...props} />

export const ProseField = ({ label, rows, placeholder, ...part }: Props<TextName> & { rows: number; placeholder?: string }) => (
  <WithChoice form={part.form} name={part.name} label={label}>
    <TextArea label={label} rows={rows} placeholder={placeholder} dir="auto" {...fieldProps(part)} />
  </WithChoice>
)

/** A stored value that the catalogue does not contain remains selectable. */
export function ChoiceField({ label, catalogue, ...part }: Props<TextName> & { catalogue: readonly string[] }) {
  const { maxLength: _, ...props } = fieldProps(part)
  const isKnown = props.value === '' || catalogue.includes(props.value)
  return (
    <WithChoice form={part.form} name={part.name} label={label}>
      <SelectField label={label} {...props}>
        <option value="">Not given</option>
        {!isKnown && <option>{props.value}</option>}
        {catalogue.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </SelectField>
    </WithChoice>
  )
}

/** Whole dollars; characters that are not digits are removed while typing. */
export function AmountField({ label, name, form, faults, hint }: Props<AmountName>) {
  const value = form.texts[name]
  const digits = String(MAX_DOLLARS).length
  return (
    <WithChoice form={form} name={name} label={label}>
      <TextField
        label={label}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        value={value ?? ''}
        hint={value ? `Shown as ${formatAmount(value)}` : hint}
        error={faults[name]}
        onChange={({ target }) => form.write(name, parseDigits(target.value.replace(/\D/g, '').slice(0, digits)))}
        onBlur={() => void form.save()}
      />
    </WithChoice>
  )
}

export function CountField({ label, name, form, faults }: Props<AmountName>) {
  return (
    <WithChoice form={form} name={name} label={label}>
      <TextField
        label={label}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        value={form.texts[name] ?? ''}
        error={faults[name]}
        onChange={({ target }) => form.write(name, parseDigits(target.value.replace(/\D/g, '').slice(0, 6)))}
        onBlur={() => void form.save()}
      />
    </WithChoice>
  )
}

/** A switch has no text to merge: the last change wins. */
export const SwitchField = ({ label, name, form, hint }: Omit<Props<FlagName>, 'faults'>) => (
  <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4 border-b border-rule py-2">
    <span>
      <span className="block text-sm font-medium">{label}</span>
      {hint && <span className="block text-sm text-soft">{hint}</span>}
    </span>
    <input
      type="checkbox"
      role="switch"
      aria-checked={form.texts[name]}
      name={name}
      className="toggle"
      checked={form.texts[name]}
      onChange={({ target }) => {
        form.write(name, target.checked)
        void form.save()
      }}
    />
  </label>
)
