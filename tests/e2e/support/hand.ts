import { expect, type Locator, type Page } from '@playwright/test'
import { focusFault, lastingFault } from './keyboard.ts'

/** How a person uses a page: with a mouse, with a finger, or with the keyboard alone. */
export type Hand = 'mouse' | 'touch' | 'keyboard'

/** More than any page has elements that can be focused. */
const MOST_STEPS = 250
/** The fault that `focusFault` returns where nothing in the page has the focus. */
const OUTSIDE = 'nothing has the focus'

const isLocator = (value: unknown): value is Locator =>
  typeof (value as Locator | null)?.inputValue === 'function' && 'nth' in (value as Locator)

/**
 * The same page, used by this hand: `click`, `check` and `fill` of each locator that it returns are done by taps or by keys. By
 * keys, an element is reached with Tab, and the focus is visible at every step on the way.
 */
export const withHand = (page: Page, hand: Hand): Page => (hand === 'mouse' ? page : wrap(page, hand, page))

/** Adds the kinds of pointer that press in a page to a set: `mouse`, `touch`. */
export async function recordPointers(page: Page, kinds: Set<string>) {
  await page.exposeFunction('recordPointer', (kind: string) => void kinds.add(kind))
  await page.addInitScript(() =>
    document.addEventListener('pointerdown', ({ pointerType }) => Reflect.get(window, 'recordPointer')(pointerType), true),
  )
}

function wrap<Target extends Page | Locator>(target: Target, hand: Hand, page: Page): Target {
  const own = isLocator(target) ? actionsOf(target, hand, page) : {}
  return new Proxy(target, {
    get(_, name) {
      if (name in own) return Reflect.get(own, name)
      const value = Reflect.get(target, name, target)
      if (typeof value !== 'function' || name === 'constructor') return value
      return (...args: unknown[]) => {
        const result = value.apply(target, args)
        return isLocator(result) ? wrap(result, hand, page) : result
      }
    },
  })
}

const actionsOf = (locator: Locator, hand: Hand, page: Page) =>
  hand === 'touch'
    ? {
        click: () => locator.tap(),
        check: async (options?: { force?: boolean }) => void (!(await locator.isChecked()) && (await locator.tap(options))),
      }
    : {
        click: () => press(page, locator),
        check: async () => void (!(await locator.isChecked()) && (await press(page, locator))),
        fill: async (text: string) => {
          await reach(page, locator)
          await page.keyboard.press('ControlOrMeta+A')
          if (text === '') await page.keyboard.press('Delete')
          else await page.keyboard.type(text)
        },
      }

async function press(page: Page, target: Locator) {
  const kind = await reach(page, target)
  if (kind !== 'radio') await page.keyboard.press(kind === 'checkbox' ? 'Space' : 'Enter')
}

/** Where the focus is, seen from an element: on it, on another radio button of its group, or elsewhere. Runs in the page. */
function whereIsFocus(element: Element): { at: 'target' | 'group' | 'elsewhere'; kind: string } {
  const control = (element instanceof HTMLLabelElement && element.control) || element
  const focused = document.activeElement
  const kind = control instanceof HTMLInputElement ? control.type : 'other'
  if (focused === control) return { at: 'target', kind }
  const isInGroup = kind === 'radio' && focused?.getAttribute('name') === control.getAttribute('name')
  return { at: isInGroup ? 'group' : 'elsewhere', kind }
}

/**
 * Moves the focus to an element; inside a group of radio buttons with the arrow keys, which choose as well.
 *
 * @returns the type of an input, otherwise `other`
 */
async function reach(page: Page, target: Locator): Promise<string> {
  await expect(target).toBeVisible()
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const [{ at, kind }, fault] = await Promise.all([target.evaluate(whereIsFocus), page.evaluate(focusFault)])
    // Before the first key the focus may be on a container, such as a dialog that has just opened.
    if (step > 0 && !isVisibleOrOutside(fault)) {
      const lasting = await lastingFault(page, isVisibleOrOutside)
      expect(isVisibleOrOutside(lasting), lasting).toBe(true)
    }
    if (at === 'target') {
      // A group without a chosen button is entered at its first one, which Tab does not choose.
      if (kind === 'radio' && !(await target.evaluate(isChosen))) await page.keyboard.press('Space')
      return kind
    }
    await page.keyboard.press(at === 'group' ? 'ArrowDown' : 'Tab')
  }
  throw new Error(`The keyboard does not reach ${target}.`)
}

/** Before the first element, and after the last one, the focus is outside of the page. */
const isVisibleOrOutside = (fault: string | undefined) => fault === undefined || fault === OUTSIDE

const isChosen = (element: Element) => {
  const control = element instanceof HTMLLabelElement ? element.control : element
  return control instanceof HTMLInputElement && control.checked
}
