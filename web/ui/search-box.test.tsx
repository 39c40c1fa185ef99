import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SearchBox } from './search-box.tsx'

afterEach(cleanup)

function show() {
  render(
    <>
      <SearchBox label="Search investors" placeholder="Name" value="" onChange={() => undefined} />
      <textarea aria-label="Note" />
      <button type="button">Other</button>
    </>,
  )
  return screen.getByRole('searchbox', { name: 'Search investors' })
}

test('the key / moves the focus to the search, and types nothing', () => {
  const search = show()
  const other = screen.getByRole('button', { name: 'Other' })
  other.focus()
  expect(fireEvent.keyDown(other, { key: '/' })).toBe(false)
  expect(document.activeElement).toBe(search)
})

test.each([
  ['while the user types', () => screen.getByLabelText('Note'), {}],
  ['as part of a shortcut of the browser', () => screen.getByRole('button', { name: 'Other' }), { ctrlKey: true }],
] as const)('the key / is left alone %s', (_, target, keys) => {
  show()
  target().focus()
  expect(fireEvent.keyDown(target(), { key: '/', ...keys })).toBe(true)
  expect(document.activeElement).toBe(target())
})
