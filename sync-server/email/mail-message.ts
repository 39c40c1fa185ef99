import { escapeHtml } from '#shared/escape-html.ts'
import { cleanLine } from '#shared/text.ts'

/** One paragraph of a message: text, a link on a separate line, or a code to type. */
export type Paragraph = string | { label: string; url: string } | { code: string }

/** A message, written once for both forms in which it is sent. */
export type MailMessage = { subject: string; paragraphs: Paragraph[] }

const SIGNATURE = 'Latchkey'

/** A header is one line: user input cannot start another header. */
export const subjectOf = ({ subject }: MailMessage): string => cleanLine(subject)

export function toText({ paragraphs }: MailMessage): string {
  const write = (paragraph: Paragraph) => {
    if (typeof paragraph === 'string') return cleanLine(paragraph)
    return 'url' in paragraph ? `${paragraph.label}:\n${paragraph.url}` : `    ${paragraph.code}`
  }
  return [...paragraphs.map(write), `-- \n${SIGNATURE}`].join('\n\n')
}

/** Styles are inline, because mail programs drop style sheets. */
export function toHtml(message: MailMessage): string {
  const write = (paragraph: Paragraph) => {
    if (typeof paragraph === 'string') return `<p>${escapeHtml(cleanLine(paragraph))}</p>`
    if ('url' in paragraph) {
      const url = escapeHtml(paragraph.url)
      return `<p><a href="${url}" style="color:#1f4d3a">${escapeHtml(paragraph.label)}</a><br><small>${url}</small></p>`
    }
    return `<p style="font-size:1.6em;letter-spacing:.15em"><strong>${escapeHtml(paragraph.code)}</strong></p>`
  }
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(subjectOf(message))}</title></head>`,
    '<body style="font-family:Georgia,serif;line-height:1.5;color:#1c1a17;max-width:34em;margin:2em auto;padding:0 1em">',
    ...message.paragraphs.map(write),
    `<p style="color:#6b645a">${SIGNATURE}</p></body></html>`,
  ].join('\n')
}
