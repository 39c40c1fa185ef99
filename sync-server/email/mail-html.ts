import { escapeHtml } from '#shared/escape-html.ts'
import { cleanLine, cut } from '#shared/text.ts'
import { type MailMessage, type Paragraph, SIGNATURE, subjectOf } from './mail-message.ts'

/** The palette of the app (`web/app.css`): mail programs drop style sheets, so colors are repeated on each element. */
const LIGHT = { page: '#f7f2e7', sheet: '#fdfaf3', rule: '#dcd1bb', ink: '#1d1a15', soft: '#5f574a' }
const DARK = { page: '#14110d', sheet: '#1d1914', rule: '#352e25', ink: '#efe7d8', soft: '#aea390' }

/** Mail programs that honour style sheets switch to the dark palette; the others keep the light one. */
const DARK_STYLE = `@media (prefers-color-scheme:dark){
.page{background:${DARK.page}!important}
.sheet{background:${DARK.sheet}!important;border-color:${DARK.rule}!important}
.ink{color:${DARK.ink}!important}
.soft{color:${DARK.soft}!important}
.action{background:${DARK.ink}!important;color:${DARK.sheet}!important}
.code{border-color:${DARK.rule}!important}
}`

const SANS = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const SERIF = "Georgia,'Times New Roman',serif"
const TEXT_STYLE = `margin:0 0 16px;font:16px/1.55 ${SANS};color:${LIGHT.ink}`
const ADDRESS_STYLE = `margin:8px 0 20px;font:13px/1.4 ${SANS};color:${LIGHT.soft};word-break:break-all`
const FOOTER_STYLE = `margin:24px 0 12px;font:13px/1.5 ${SANS};color:${LIGHT.soft}`
const ACTION_STYLE = `display:inline-block;padding:12px 20px;border-radius:3px;background:${LIGHT.ink};color:${LIGHT.sheet};font:600 16px/1.3 ${SANS};text-decoration:none`
const CODE_STYLE = `margin:0 0 20px;padding:14px 20px;border:1px solid ${LIGHT.rule};border-radius:3px;font:600 28px/1.2 ui-monospace,Consolas,monospace;letter-spacing:.15em;text-align:center;color:${LIGHT.ink}`

/** Length of the preview that mail programs show beside the subject. */
const MAX_PREVIEW_LENGTH = 140

type Link = Exclude<Paragraph, string | { code: string }>
const isLink = (paragraph: Paragraph): paragraph is Link => typeof paragraph !== 'string' && 'url' in paragraph

/** The first sentence after the greeting. */
function previewOf({ paragraphs }: MailMessage): string {
  const texts = paragraphs.filter((paragraph) => typeof paragraph === 'string').map(cleanLine)
  return cut(texts.find((text) => !/^Hello\b[^.]*,$/.test(text)) ?? '', MAX_PREVIEW_LENGTH)
}

/** The HTML form of a message. Its first link is a button, because a mail has one main action; the address is shown below it. */
export function toHtml(message: MailMessage, footer: readonly string[] = []): string {
  const action = message.paragraphs.find(isLink)
  const write = (paragraph: Paragraph) => {
    if (typeof paragraph === 'string') return `<p class="ink" style="${TEXT_STYLE}">${escapeHtml(cleanLine(paragraph))}</p>`
    if (!isLink(paragraph)) return `<p class="ink code" style="${CODE_STYLE}">${escapeHtml(paragraph.code)}</p>`
    const url = escapeHtml(paragraph.url)
    const label = escapeHtml(paragraph.label)
    const link =
      paragraph === action
        ? `<a class="action" href="${url}" style="${ACTION_STYLE}">${label}</a>`
        : `<a class="ink" href="${url}" style="font:16px/1.55 ${SANS};color:${LIGHT.ink}">${label}</a>`
    return `<p style="margin:0">${link}</p>\n<p class="soft" style="${ADDRESS_STYLE}">${url}</p>`
  }
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subjectOf(message))}</title><style>${DARK_STYLE}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:${LIGHT.page}">`,
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(previewOf(message))}</div>`,
    `<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.page}"><tr><td align="center" style="padding:24px 12px">`,
    `<table class="sheet" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${LIGHT.sheet};border:1px solid ${LIGHT.rule}"><tr><td align="left" style="padding:28px 24px 12px">`,
    `<p class="ink" style="margin:0 0 24px;font:22px/1.2 ${SERIF};color:${LIGHT.ink}">${SIGNATURE}</p>`,
    ...message.paragraphs.map(write),
    ...(footer.length > 0 ? [`<p class="soft" style="${FOOTER_STYLE}">${footer.map(escapeHtml).join('<br>')}</p>`] : []),
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n')
}
