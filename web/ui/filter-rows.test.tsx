import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FilterRows } from './filter-rows.tsx'

afterEach(cleanup)

test('on a phone the search and the button stay in view, and the selects do not', () => {
  render(
    <FilterRows label="Find" search={<input aria-label="Search" />} filters={<button type="button">Filters</button>}>
      <select aria-label="Stage" />
    </FilterRows>,
  )
  const sticky = (element: HTMLElement) => element.closest('.max-sm\\:sticky')
  expect(sticky(screen.getByLabelText('Search'))).toBeTruthy()
  expect(sticky(screen.getByRole('button'))).toBeTruthy()
  expect(sticky(screen.getByLabelText('Stage'))).toBeNull()
  // A box of its own would end the stickiness with the selects.
  expect(screen.getByLabelText('Find').className).toMatch(/(^| )contents /)
})
