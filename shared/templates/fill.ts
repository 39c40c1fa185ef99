import { formatAmount } from '#shared/projects/amount.ts'
import type { ProjectValues } from '#shared/projects/fields.ts'

/** The fields of a template, in the order in which they are offered, with what each of them becomes. */
export const templateFields = {
  'first name': 'First name of the contact',
  name: 'Name of the contact',
  fund: 'Fund or organisation',
  role: 'Role of the contact',
  project: 'Your project',
  'one line': 'Your project in one line',
  round: 'Your round',
  raising: 'The amount you raise',
  website: 'Your website',
  deck: 'Your pitch deck',
  me: 'Your name',
} as const
export type TemplateField = keyof typeof templateFields
export type TemplateValues = { [Field in TemplateField]: string }

type Inputs = {
  contact: { name: string; fund: string | null; position: string | null }
  project: Pick<
    ProjectValues,
    'companyName' | 'oneLineDescription' | 'roundType' | 'amountRaising' | 'websiteUrl' | 'pitchDeckUrl'
  > | null
  me: string
}

/** Empty where nothing is known. */
export function templateValues({ contact, project, me }: Inputs): TemplateValues {
  return {
    'first name': contact.name.trim().split(/\s+/)[0] ?? '',
    name: contact.name.trim(),
    fund: contact.fund?.trim() ?? '',
    role: contact.position?.trim() ?? '',
    project: project?.companyName.trim() ?? '',
    // A sentence of the template ends with its own full stop.
    'one line': project?.oneLineDescription.trim().replace(/\.$/, '') ?? '',
    round: project?.roundType.trim() ?? '',
    raising: project?.amountRaising ? formatAmount(project.amountRaising) : '',
    website: project?.websiteUrl.trim() ?? '',
    deck: project?.pitchDeckUrl.trim() ?? '',
    me: me.trim(),
  }
}

/**
 * The text for one contact. A field without a value becomes a blank in brackets, which the sender is asked to fill in; other
 * braces stay as they are. A value is inserted as it is, also where it contains a field.
 */
export const fillTemplate = (text: string, values: TemplateValues): string =>
  text.replace(/\{([a-z ]{2,20})\}/gi, (whole, typed: string) => {
    const field = typed.trim().toLowerCase()
    return Object.hasOwn(templateFields, field) ? values[field as TemplateField] || `[${field}]` : whole
  })

/** Subject of a first mail whose text has none. */
const SUBJECT = 'Introduction'
/** A longer first line is text: a link with it would be cut. */
const MAX_SUBJECT = 200
const SUBJECT_LINE = new RegExp(`^\\s*subject:[ \\t]*([^\\s][^\\n]{0,${MAX_SUBJECT - 1}})(?:\\n\\s*|$)`, 'i')

/** A first mail: a first line `Subject: …` is the subject and not part of the text. */
export function mailOfText(text: string): { subject: string; text: string } {
  const [line = '', subject = SUBJECT] = SUBJECT_LINE.exec(text) ?? []
  return { subject: subject.trim(), text: text.slice(line.length) }
}

/** Longer links are cut by some mail programs. */
const MAX_MAIL_TEXT = 1500

/** Whether a link that opens a mail can have the text in it. */
export const fitsMailLink = (text: string): boolean => text.length <= MAX_MAIL_TEXT

const MAX_NAME = 60

/** The first line that has text, without the end of a long one. */
export function templateName(text: string): string {
  const line =
    text
      .split('\n')
      .find((one) => one.trim() !== '')
      ?.trim() ?? 'Empty template'
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME).trimEnd()}…` : line
}
