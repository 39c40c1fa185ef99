import type { Page } from '@playwright/test'

/** What a user does to finish a job: presses of controls, and fields that they fill in. */
export type Steps = { presses: number; fields: number }

/**
 * Counts the steps in a page, over all documents that it loads. A press on a label counts once, as does a field, however much is
 * typed into it, and a choice among radio buttons, however many arrow keys lead to it.
 *
 * @returns a function that reads the count so far
 */
export async function countSteps(page: Page): Promise<() => Steps> {
  const steps: Steps = { presses: 0, fields: 0 }
  await page.exposeFunction('countStep', (kind: keyof Steps) => void steps[kind]++)
  await page.addInitScript(() => {
    const countStep = (kind: 'presses' | 'fields') => Reflect.get(window, 'countStep')(kind)
    const isText = (field: EventTarget | null) =>
      field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && !/^(?:radio|checkbox)$/.test(field.type))
    // The radio buttons that arrow keys are moving through.
    let group = ''
    let isArrow = false
    document.addEventListener(
      'keydown',
      ({ key }) => {
        isArrow = key.startsWith('Arrow')
      },
      true,
    )
    addEventListener(
      'click',
      ({ target }) => {
        const control = target instanceof Element ? target.closest('a, button, input, [role=option], label') : null
        // The click on a label is followed by one on its control.
        if (!control || control instanceof HTMLLabelElement || isText(control)) return
        const before = group
        group = isArrow ? (control.getAttribute('name') ?? '') : ''
        if (group === '' || group !== before) countStep('presses')
      },
      true,
    )
    const filled = new WeakSet<EventTarget>()
    addEventListener(
      'input',
      ({ target }) => {
        if (!target || !isText(target) || filled.has(target)) return
        filled.add(target)
        countStep('fields')
      },
      true,
    )
  })
  return () => ({ ...steps })
}
