import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
