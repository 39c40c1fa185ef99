import { fireEvent } from '@testing-library/react'
import { vi } from 'vitest'

/**
 * Presses a button that has the focus; the focus is shown, as after the Tab key, or not, as after a tap. The DOM of the tests does
 * not know `:focus-visible`.
 */
export function pressFocused(button: HTMLElement, { isByKeyboard }: { isByKeyboard: boolean }) {
  const matches = button.matches.bind(button)
  vi.spyOn(button, 'matches').mockImplementation((selector) =>
    selector.includes(':focus-visible') ? isByKeyboard : matches(selector),
  )
  button.focus()
  fireEvent.click(button)
}
