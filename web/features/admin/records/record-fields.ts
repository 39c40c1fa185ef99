import { recordFieldLabels } from '#shared/admin/record-labels.ts'
import {
  type AdminRecord,
  MAX_RECORD_LINE,
  MAX_RECORD_PROSE,
  RECORD_CONTACT,
  RECORD_FACTS,
  type RecordContact,
  type RecordFact,
} from '#shared/admin/records.ts'
import { SECTORS, STAGES } from '#shared/catalogues.ts'
import type { FormValues } from '#web/forms/local-draft.ts'
import { type FormField, sameChoices } from './form-fields.ts'

const PROSE: readonly string[] = ['investmentThesis', 'bio', 'portfolioPerformance']
const FLAGS: readonly string[] = ['donateToCharity', 'isVentureCapital', 'isAngel', 'isVerified']

function fieldOf(name: RecordFact | RecordContact): FormField {
  const field = { name, label: recordFieldLabels[name], optional: name !== 'name' }
  if (name === 'stages') return { ...field, kind: 'choices', choices: sameChoices(STAGES) }
  if (name === 'sectors') return { ...field, kind: 'choices', choices: sameChoices(SECTORS) }
  if (name === 'price') return { ...field, label: 'Price per unlock (USD)', kind: 'dollars', hint: 'Empty: the default price.' }
  if (name === 'limit') return { ...field, kind: 'count', hint: 'Empty: no limit.' }
  if (PROSE.includes(name)) return { ...field, kind: 'prose', maxLength: MAX_RECORD_PROSE }
  if (FLAGS.includes(name)) return { ...field, kind: 'flag' }
  return { ...field, kind: 'line', maxLength: name === 'fundWebsite' ? 2048 : MAX_RECORD_LINE }
}

/** The source of an imported record decides whether its contact is sold. */
export const factsFields = ({ isManual }: Pick<AdminRecord, 'isManual'>): FormField[] =>
  RECORD_FACTS.filter((name) => name !== 'isVerified' || isManual).map(fieldOf)

/** An empty field keeps what is stored, which is not sent to admins. */
export const contactFields = ({ given }: Pick<AdminRecord, 'given'>): FormField[] => [
  ...RECORD_CONTACT.map((name) => ({
    ...contactField(name),
    hint: given.includes(name) ? 'One is stored. Empty: it is kept.' : 'None is stored.',
  })),
  ...(given.length === 0
    ? []
    : [
        {
          name: 'remove',
          label: 'Remove',
          kind: 'choices',
          choices: given.map((name) => [name, recordFieldLabels[name]] as const),
        } satisfies FormField,
      ]),
]

const contactField = (name: RecordContact): FormField => ({ ...fieldOf(name), maxLength: 2048 })

export const contactValues = (): FormValues => ({
  ...Object.fromEntries(RECORD_CONTACT.map((name) => [name, ''])),
  remove: [],
})

export function contactChange({ remove, ...changed }: Record<string, unknown>): Record<string, unknown> {
  return { ...Object.fromEntries(Array.isArray(remove) ? remove.map((name) => [name, null]) : []), ...changed }
}

export const newRecordFields: FormField[] = [...factsFields({ isManual: true }), ...RECORD_CONTACT.map(contactField)]
