import { cleanLine } from '#shared/text.ts'

/** One paragraph of a message: text, a link on a separate line, or a code to type. */
export type Paragraph = string | { label: string; url: string } | { code: string }

/** A message, written once for both forms in which it is sent. */
export type MailMessage = { subject: string; paragraphs: Paragraph[] }

/** The sender, as every message names it. */
export const SIGNATURE = 'Latchkey'

/** A header is one line: user input cannot start another header. */
export const subjectOf = ({ subject }: MailMessage): string => cleanLine(subject)

/** @param footer  the lines about the company that operates the installation */
export function toText({ paragraphs }: MailMessage, footer: readonly string[] = []): string {
  const write = (paragraph: Paragraph) => {
    if (typeof paragraph === 'string') return cleanLine(paragraph)
    return 'url' in paragraph ? `${paragraph.label}:\n${paragraph.url}` : `    ${paragraph.code}`
  }
  return [...paragraphs.map(write), ['-- ', SIGNATURE, ...footer].join('\n')].join('\n\n')
}
