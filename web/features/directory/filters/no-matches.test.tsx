import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { NO_FILTERS } from './filters.ts'
import { NoMatches } from './no-matches.tsx'

afterEach(cleanup)

test('an empty result repeats the words and the filters, and each of them can be cleared by itself', () => {
  const onChange = vi.fn()
  render(<NoMatches filters={{ q: ' quantum ', stage: 'Seed', sector: 'Social' }} onChange={onChange} />)
  expect(screen.getByText(/Nothing matches/).textContent).toBe('Nothing matches quantum with Seed, Social.')
  for (const name of ['Clear search', 'Clear Seed', 'Clear Social', 'Clear search and filters'])
    fireEvent.click(screen.getByRole('button', { name }))
  expect(onChange.mock.calls).toEqual([[{ q: undefined }], [{ stage: undefined }], [{ sector: undefined }], [NO_FILTERS]])
})

test('an empty result of words alone offers to clear them', () => {
  const onChange = vi.fn()
  render(<NoMatches filters={{ q: 'quantum' }} onChange={onChange} />)
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(onChange).toHaveBeenCalledWith(NO_FILTERS)
})

test('of several values of one filter, each can be cleared by itself', () => {
  const onChange = vi.fn()
  render(<NoMatches filters={{ stage: 'Seed,Series A' }} onChange={onChange} />)
  expect(screen.getByText(/Nothing matches/).textContent).toBe('Nothing matches Seed, Series A.')
  expect(screen.getByRole('button', { name: 'Clear filters' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Clear Seed' }))
  expect(onChange).toHaveBeenCalledWith({ stage: 'Series A' })
})
