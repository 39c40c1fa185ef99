import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { toHtml } from '#server/email/mail-html.ts'
import { subjectOf } from '#server/email/mail-message.ts'
import { escapeHtml } from '#shared/escape-html.ts'
import { sampleMails } from './samples/mails.ts'

/**
 * `bun run mails [FOLDER]`: writes every mail of the product with sample values, as HTML and as a picture on a phone and on a
 * desktop, light and dark, and an index of all. The folder is `test-results/mails` by default.
 */
const folder = process.argv[2] ?? 'test-results/mails'
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 720, height: 800 } }
const SCHEMES = ['light', 'dark'] as const

const fileOf = (name: string) => name.replaceAll(/[^\w]+/g, '-')

mkdirSync(folder, { recursive: true })
const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch({ ...(executablePath && { executablePath }) })
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of SCHEMES) {
    const page = await browser.newPage({ viewport, colorScheme })
    for (const [name, message] of Object.entries(sampleMails)) {
      await page.setContent(toHtml(message))
      await page.screenshot({ path: `${folder}/${fileOf(name)}-${size}-${colorScheme}.png`, fullPage: true })
    }
    await page.close()
  }
}
await browser.close()

const rows = Object.entries(sampleMails).map(([name, message]) => {
  const file = fileOf(name)
  writeFileSync(`${folder}/${file}.html`, toHtml(message))
  const pictures = SCHEMES.map((scheme) => `<img src="${file}-phone-${scheme}.png" width="390" alt="${scheme}">`)
  return `<h2>${escapeHtml(name)}</h2><p><a href="${file}.html">${escapeHtml(subjectOf(message))}</a></p>${pictures.join('\n')}`
})
writeFileSync(`${folder}/index.html`, `<!doctype html><meta charset="utf-8"><title>Mails</title>${rows.join('\n')}`)
process.stdout.write(`${rows.length} mails in ${folder}\n`)
