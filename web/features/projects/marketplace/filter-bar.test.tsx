import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FilterBar } from './filter-bar.tsx'
import { NO_FILTERS, type ProjectFilters } from './search-params.ts'

afterEach(cleanup)

const choices = {
  ecosystem: { values: ['Solana', 'Stellar', 'Base'], countOf: (value: string) => (value === 'Base' ? 0 : 3) },
  vertical: { values: ['DeFi'], countOf: undefined },
}
function show(filters: Partial<ProjectFilters>) {
  const onChange = vi.fn()
  render(<FilterBar filters={{ ...NO_FILTERS, ...filters }} choices={choices} found={3} onChange={onChange} />)
  return onChange
}
const optionsOf = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map((option) => option.getAttribute('label') ?? option.text)

test('an option of the marketplace has the number of its projects, and none while they arrive', () => {
  show({})
  expect(optionsOf('Ecosystem')).toEqual(['All', 'Solana (3)', 'Stellar (3)', 'Base (0)'])
  expect(optionsOf('Vertical')).toEqual(['All', 'DeFi'])
})

test('several values are chosen on the sheet, and each is removed by its chip', () => {
  const onChange = show({ ecosystem: 'Solana,Stellar' })
  expect(screen.getByLabelText<HTMLSelectElement>('Ecosystem').value).toBe('Solana,Stellar')
  fireEvent.click(screen.getByRole('button', { name: 'Remove filter: Solana' }))
  expect(onChange).toHaveBeenLastCalledWith({ ecosystem: 'Stellar' })
  fireEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Stellar/ }).checked).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: /^Base/ }))
  expect(onChange).toHaveBeenLastCalledWith({ ecosystem: 'Solana,Stellar,Base' })
})

test('a select of the marketplace replaces the values, and the address of one value still selects it', () => {
  const onChange = show({ ecosystem: 'Solana' })
  expect(screen.getByLabelText<HTMLSelectElement>('Ecosystem').value).toBe('Solana')
  fireEvent.change(screen.getByLabelText('Ecosystem'), { target: { value: 'Stellar' } })
  expect(onChange).toHaveBeenLastCalledWith({ ecosystem: 'Stellar' })
})
