import { centsOfDollars } from '#shared/money.ts'
import type { FormValues } from '#web/forms/local-draft.ts'

/** A field of the directory as a form shows it. */
export type FormField = {
  name: string
  label: string
  kind: 'line' | 'prose' | 'choices' | 'flag' | 'dollars' | 'count'
  choices?: readonly (readonly [value: string, label: string])[]
  optional?: boolean
  maxLength?: number
  hint?: string
}

export const sameChoices = (choices: readonly string[]) => choices.map((choice) => [choice, choice] as const)

/** A stored value as that of a form: texts are never null, and a price is a text in dollars. */
export function toFormValue({ kind }: FormField, stored: unknown): FormValues[string] {
  if (kind === 'flag') return stored === true
  if (kind === 'choices') return Array.isArray(stored) ? stored.map(String) : []
  if (stored === null || stored === undefined) return ''
  return kind === 'dollars' ? String(Number(stored) / 100) : String(stored)
}

/** A value of a form as the server takes it. An invalid number is rejected by the contract, with its message. */
export function toStoredValue({ kind }: FormField, value: FormValues[string]): unknown {
  if (typeof value !== 'string') return value
  if (kind === 'dollars') return value.trim() === '' ? null : (dollars(value) ?? Number.NaN)
  if (kind === 'count') return value.trim() === '' ? null : Number(value)
  return value
}

/** Cents of a typed price; `undefined` for invalid input. */
function dollars(text: string) {
  const typed = text.trim().replace(/^\$\s*/, '')
  return centsOfDollars(Number(typed.replaceAll(',', '')))
}

export const valuesOf = (fields: readonly FormField[], stored: Record<string, unknown>): FormValues =>
  Object.fromEntries(fields.map((field) => [field.name, toFormValue(field, stored[field.name])]))

/** The fields of a form that differ from what is stored, as the server takes them. */
export const changeOf = (fields: readonly FormField[], before: FormValues, after: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter(({ name }) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((field) => [field.name, toStoredValue(field, after[field.name] ?? '')]),
  )
