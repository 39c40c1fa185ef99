import type { ComponentProps } from 'react'
import { MAX_PERSON_LINE, MAX_PERSON_LINK, MAX_PERSON_NAME, type PersonField, personFields } from '#shared/people/contract.ts'
import { personLabels } from '#shared/people/labels.ts'
import { reachFields } from '#shared/people/reach-fields.ts'
import { TextField } from '#web/ui/field.tsx'

type Input = Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'placeholder' | 'autoCapitalize'> & { max: number }

/** The fields that identify a person; the others can be added later. */
export const mainFields = ['name', 'organisation', 'role'] as const satisfies PersonField[]
export const detailFields = [...reachFields, 'location'] as const satisfies PersonField[]

const inputs: Record<PersonField, Input> = {
  name: { max: MAX_PERSON_NAME, autoCapitalize: 'words' },
  organisation: { max: MAX_PERSON_LINE, autoCapitalize: 'words' },
  role: { max: MAX_PERSON_LINE },
  // Not `type="email"`: an address that is not valid is kept as well.
  email: { max: 254, inputMode: 'email', autoCapitalize: 'none' },
  phone: { max: 60, type: 'tel', inputMode: 'tel' },
  telegram: { max: MAX_PERSON_LINE, placeholder: '@handle', autoCapitalize: 'none' },
  linkedinUrl: { max: MAX_PERSON_LINK, inputMode: 'url', placeholder: 'https://linkedin.com/in/…', autoCapitalize: 'none' },
  twitterUrl: { max: MAX_PERSON_LINK, inputMode: 'url', placeholder: 'https://x.com/…', autoCapitalize: 'none' },
  website: { max: MAX_PERSON_LINK, inputMode: 'url', placeholder: 'https://…', autoCapitalize: 'none' },
  location: { max: MAX_PERSON_LINE, autoCapitalize: 'words' },
}

/** The values of a form: an empty text is a missing value. */
export type PersonTexts = Record<PersonField, string>
export const blankTexts = Object.fromEntries(personFields.map((field) => [field, ''])) as PersonTexts

type InputsProps = {
  fields: readonly PersonField[]
  values: PersonTexts
  nameFault?: string | undefined
  onChange: (field: PersonField, value: string) => void
}

export const PersonInputs = ({ fields, values, nameFault, onChange }: InputsProps) =>
  fields.map((field) => (
    <PersonInput
      key={field}
      field={field}
      value={values[field]}
      error={field === 'name' ? nameFault : undefined}
      onChange={(value) => onChange(field, value)}
    />
  ))

type Props = {
  field: PersonField
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** Without autocompletion: a browser would suggest the user's own address for another person. */
function PersonInput({ field, value, onChange, error }: Props) {
  const { max, ...input } = inputs[field]
  return (
    <TextField
      {...input}
      label={personLabels[field]}
      name={field}
      autoComplete="off"
      maxLength={max}
      dir="auto"
      required={field === 'name'}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
