import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { DESKTOP, PHONE } from './device.ts'
import { sticksOut } from './page.ts'

const axe = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** The name of the step of a check, in reports. */
export const ACCESSIBILITY_STEP = 'accessibility check'

/** Every level of every version; no rule is left out. */
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
/** The rules whose outcome changes with the colour scheme. Every other rule reads the document and its layout. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * The violations of WCAG 2.2 AA that axe finds, as readable lines. The page must be opened with `bypassCSP`: axe is injected into
 * it.
 */
export const violations = (page: Page) =>
  test.step(ACCESSIBILITY_STEP, () => findViolations(page, { type: 'tag', values: ALL_RULES }))

async function findViolations(page: Page, runOnly: NonNullable<RunOptions['runOnly']>) {
  await page.evaluate(colorsSettled)
  // A second check of a document uses the code of the first.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  // Without `resultTypes` axe also collects the location of everything that passes, which takes as long as the check.
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] } satisfies RunOptions)
  const results = await page.evaluate<AxeResults>(`axe.run(${options})`)
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/**
 * Asserts that the page has no violation in either colour scheme and is not wider than its window. Ends in the scheme it began
 * with.
 */
export async function expectSound(page: Page, about: string) {
  expect(await violations(page), about).toEqual([])
  expect(await sticksOut(page), about).toBeLessThanOrEqual(0)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const other = isDark ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: other })
  const inOther = await test.step(ACCESSIBILITY_STEP, () => findViolations(page, { type: 'rule', values: COLOUR_RULES }))
  expect(inOther, `${about}, in ${other}`).toEqual([])
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

/** Asserts on a desktop and on a phone that the page has no violation and is not wider than its window, with a heading at the top. */
export async function expectSoundAtBothSizes(page: Page, heading: string) {
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    // A button that lies half under the bar at the bottom has no target of its own.
    await page.getByRole('heading', { name: heading }).evaluate((element) => element.scrollIntoView({ block: 'start' }))
    expect(await violations(page)).toEqual([])
    expect(await sticksOut(page)).toBeLessThanOrEqual(0)
  }
}

/**
 * `expectSound` on a desktop and on a phone, from the top of the page. Ends in the size it began with, so that the test goes on in
 * its own.
 */
export async function expectSoundInEveryView(page: Page) {
  const own = page.viewportSize() ?? PHONE
  for (const size of own.width === PHONE.width ? [DESKTOP, PHONE] : [PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    await page.evaluate(() => scrollTo(0, 0))
    await expectSound(page, `${size.width} pixels`)
  }
}

/**
 * Resolves when the last change is drawn and its transitions have ended: a change of the colour scheme, also that of the previous
 * check, or a part of the page that fades in. Runs in the page.
 */
async function colorsSettled() {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(finite.map(({ finished }) => finished))
}
