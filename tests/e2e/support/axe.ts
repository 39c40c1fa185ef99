import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const axe = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** What axe finds against WCAG 2.2 AA, as readable lines. The page must not hold it to its policy: `bypassCSP`. */
export async function violations(page: Page) {
  await page.evaluate(axe)
  // Of what is in order it need not gather where: that takes as long as the looking.
  const results = await page.evaluate<AxeResults>(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'] })",
  )
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
