import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { LabelledSelect } from './labelled-select.tsx'

test('an option shows the number of its results, also when there is none', () => {
  const options = [
    ['All', 'All'],
    ['Seed', 'Seed', 1024],
    ['Social', 'Social', 0],
  ] as const
  render(<LabelledSelect label="Stage" value="All" options={options} onChange={() => undefined} />)
  const shown = [...screen.getByLabelText('Stage').querySelectorAll('option')].map((one) => one.getAttribute('label'))
  expect(shown).toEqual([null, 'Seed (1,024)', 'Social (0)'])
})

test('the options of the same list are not rendered again', () => {
  const options = [['Seed', 'Seed', 1024]] as const
  const select = (label: string) => <LabelledSelect label={label} value="Seed" options={options} onChange={() => undefined} />
  const { rerender } = render(select('Stage'))
  const format = vi.spyOn(Number.prototype, 'toLocaleString')
  rerender(select('Sector'))
  expect(screen.getByLabelText('Sector').children).toHaveLength(1)
  expect(format).not.toHaveBeenCalled()
  format.mockRestore()
})
