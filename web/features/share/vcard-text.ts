import { parseVCards, type VCardProperty, vcardLine, vcardText } from '#shared/contacts/parse-vcards.ts'

/** One person of a vCard, with the fields as readable lines. */
export type CardWords = { name: string; emails: string[]; words: string }

const labels: Record<string, string> = {
  ORG: '',
  TITLE: '',
  EMAIL: 'Email',
  TEL: 'Phone',
  URL: 'Link',
  NOTE: 'Note',
  ADR: 'Address',
}

const textOf = ({ name, value }: VCardProperty) => (name === 'ORG' || name === 'ADR' ? vcardText(value) : vcardLine(value))

/** Parses the people of a vCard file. A file that is not a vCard gives an empty list. */
export function readCards(file: string): CardWords[] {
  return parseVCards(file).flatMap((properties) => {
    const valuesOf = (name: string) => properties.flatMap((one) => (one.name === name ? [textOf(one)] : []))
    const lines = properties.flatMap((one) => {
      const [text, label] = [textOf(one), labels[one.name]]
      return text && label !== undefined ? [label ? `${label}: ${text}` : text] : []
    })
    const name = valuesOf('FN').at(-1) ?? ''
    const words = [name, ...lines].filter(Boolean).join('\n')
    return words ? [{ name, emails: valuesOf('EMAIL').map((email) => email.toLowerCase()), words }] : []
  })
}
