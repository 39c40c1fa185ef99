import { afterEach, expect, test } from 'vitest'
import { watchWords } from './unsaved-input.ts'

const hasUnsavedWords = watchWords()
afterEach(() => document.body.replaceChildren())

function field(html: string) {
  document.body.innerHTML = html
  const found = document.body.querySelector<HTMLInputElement>('input, textarea')
  if (!found) throw new Error('no field')
  return found
}
function type(into: HTMLInputElement, text: string) {
  into.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  into.value = text
}

test.each([
  ['text in a form', '<textarea></textarea>', 'a thought', true],
  ['a name that was changed', '<input type="text" value="Ada">', 'Ada L.', true],
  ['text that was typed and reverted', '<input type="text" value="Ada">', 'Ada', false],
  ['an emptied field', '<textarea>old</textarea>', ' ', false],
  ['a search', '<input type="search">', 'ada', false],
  ['text that is already saved', '<div data-kept="true"><textarea></textarea></div>', 'a thought', false],
  ['text whose save is pending', '<div data-kept="false"><textarea></textarea></div>', 'a thought', true],
])('%s', (_, html, text, isUnsaved) => {
  type(field(html), text)
  expect(hasUnsavedWords()).toBe(isUnsaved)
})

test('a form that was closed does not block an update', () => {
  const open = field('<textarea></textarea>')
  type(open, 'a thought')
  expect(hasUnsavedWords()).toBe(true)
  open.remove()
  expect(hasUnsavedWords()).toBe(false)
})
