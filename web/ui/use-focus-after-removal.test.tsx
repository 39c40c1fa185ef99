import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { pressFocused } from '#tests/support/press-focused.ts'
import { AppliedFilters } from './applied-filters.tsx'
import { ClearFilters } from './clear-filters.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** As in the directory: chips above the list, and below an empty result buttons that remove the same filters. */
function Filtered({ initial }: { initial: readonly string[] }) {
  const [values, setValues] = useState(initial)
  const applied = values.map((value) => ({ label: 'Stage', value, without: { stages: values.filter((one) => one !== value) } }))
  const onChange = (change: { stages?: readonly string[] }) => setValues(change.stages ?? [])
  return (
    <main>
      <input type="search" aria-label="Search" />
      <AppliedFilters applied={applied} onChange={onChange} none={{ stages: [] }} />
      {values.length > 0 && (
        <ClearFilters words={undefined} applied={applied} onChange={onChange} clearWords={{}} clearAll={{ stages: [] }} />
      )}
    </main>
  )
}

const press = (name: string, { isByKeyboard = true } = {}) => pressFocused(screen.getByRole('button', { name }), { isByKeyboard })
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

test('the focus moves to the filter that takes the position of a removed one', () => {
  render(<Filtered initial={['Seed', 'Series A', 'Series B']} />)
  press('Remove filter: Series A')
  expect(focused()).toBe('Remove filter: Series B')
  press('Remove filter: Series B')
  expect(focused()).toBe('Remove filter: Seed')
})

test('after the last filter the focus moves to the search, also where the whole group is removed', async () => {
  render(<Filtered initial={['Seed']} />)
  press('Remove filter: Seed')
  expect(focused()).toBe('Search')
  cleanup()
  render(<Filtered initial={['Seed', 'Series A']} />)
  press('Clear filters')
  await waitFor(() => expect(focused()).toBe('Search'))
})

test('a tap does not move the focus into a field', () => {
  render(<Filtered initial={['Seed']} />)
  press('Remove filter: Seed', { isByKeyboard: false })
  expect(document.activeElement).toBe(document.body)
})
