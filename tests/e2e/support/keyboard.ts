import { expect, type Locator, type Page } from '@playwright/test'

/** The fault of the focus position: nowhere, unmarked, or under another element. Runs in the page. */
export function focusFault(): string | undefined {
  const at = document.activeElement
  if (!at || at === document.body) return 'nothing has the focus'
  // The visible part of a radio button is its label; a field's frame carries the focus mark of its content.
  const around = [at, at.closest('label'), at.parentElement, at.parentElement?.parentElement].filter(
    (one) => one instanceof Element,
  )
  const isMarked = around.some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && outlineWidth !== '0px'
  })
  if (!isMarked) return `the focus is not to be seen: ${at.outerHTML}`
  const drawn = at.closest('label') ?? at
  const { left, top, width, height } = drawn.getBoundingClientRect()
  const isInSight = [0.1, 0.5, 0.9].some((part) => {
    const hit = document.elementFromPoint(left + width * part, top + height * part)
    return hit && (drawn.contains(hit) || hit.contains(drawn))
  })
  return isInSight ? undefined : `the focus is under something else: ${at.outerHTML}`
}

/** Fewer than fit into the five seconds of a toast: an element that it covers has a fault. A slow machine draws fewer a second. */
const MOST_FRAMES = 120

/**
 * The fault of the focus position, as soon as it is accepted or has lasted: an element that lost the focus may need a moment to
 * disappear, such as the link that skips to the content.
 */
export async function lastingFault(page: Page, isAccepted: (fault: string | undefined) => boolean) {
  let fault = await page.evaluate(focusFault)
  for (let frame = 0; frame < MOST_FRAMES && !isAccepted(fault); frame += 1) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    fault = await page.evaluate(focusFault)
  }
  return fault
}

/** Moves the focus to an element with one key, and checks the focus at every step. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let at = 0; at < 60; at += 1) {
    await page.keyboard.press(key)
    expect(await lastingFault(page, (fault) => fault === undefined)).toBeUndefined()
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('It is not to be reached by the keyboard.')
}

/** Moves the focus to a field and types into it. */
export async function typeInto(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.type(text)
}
