import type { MailAttachment } from '#drizzle/schema/index.ts'
import { countryName } from '#server/country-name.ts'
import { dayOf } from '#server/email/mail-parts.ts'
import type { OrderDocument } from '#shared/documents/contract.ts'
import { amountsOf, buyerLines, documentTitles, reasonOf, sellerLines } from '#shared/documents/lines.ts'
import { escapeHtml } from '#shared/escape-html.ts'

const STYLE = `body{margin:0;padding:2rem 1rem;background:#f7f2e7;color:#1d1a15;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
main{max-width:42rem;margin:0 auto;padding:2rem;background:#fdfaf3;border:1px solid #dcd1bb}
h1{margin:0;font:32px/1.2 Georgia,'Times New Roman',serif}
h2{margin:1.5rem 0 .25rem;font-size:14px;color:#5f574a}
address{font-style:normal;overflow-wrap:anywhere}
table{width:100%;margin-top:1.5rem;border-collapse:collapse}
th,td{padding:.5rem 0;border-bottom:1px solid #dcd1bb;text-align:left;vertical-align:top;overflow-wrap:anywhere}
td:last-child,th:last-child{text-align:right}
@media print{@page{margin:18mm}body{padding:0;background:none}main{padding:0;border:0;background:none}}`

/** A document as a file that a browser opens and prints. It loads nothing. */
export function documentFile(document: OrderDocument): MailAttachment {
  const { kind, number, title, issuedAt, suppliedAt, corrects, currency } = document
  const reason = reasonOf(document)
  const facts = [
    ['Number', number],
    ['Date', dayOf(new Date(issuedAt))],
    ['Date of payment', dayOf(new Date(suppliedAt))],
    ...(corrects.length > 0 ? [['Corrects', corrects.join(', ')]] : []),
    ...(reason ? [['Reason', reason]] : []),
  ]
  const party = (name: string, lines: string[]) =>
    lines.length > 0 ? `<h2>${name}</h2><address dir="auto">${lines.map(escapeHtml).join('<br>')}</address>` : ''
  const row = (label = '', value = '') =>
    `<tr><th scope="row">${escapeHtml(label)}</th><td dir="auto">${escapeHtml(value)}</td></tr>`
  const { item, taxes, total } = amountsOf(document, countryName)
  const rows = [[title, item], ...taxes, [`Total, in ${currency.toUpperCase()}`, total]]
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(`${documentTitles[kind]} ${number}`)}</title><style>${STYLE}</style></head><body><main>`,
    `<h1>${documentTitles[kind]}</h1>`,
    `<table>${facts.map(([label, value]) => row(label, value)).join('')}</table>`,
    party('Seller', sellerLines(document)),
    party('Buyer', buyerLines(document, countryName)),
    `<table>${rows.map(([label, value]) => row(label, value)).join('')}</table>`,
    '</main></body></html>',
  ].join('\n')
  return { name: `${number}.html`, html }
}
