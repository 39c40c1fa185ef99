import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { byLetter } from '#shared/directory/letters.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { LetterIndex } from './letter-index.tsx'

const withNames = (...names: string[]) => byLetter(names.map((name) => sampleInvestor({ name }))).map(({ letter }) => letter)
const buttons = () => screen.getAllByRole<HTMLButtonElement>('button')

test('the index has the same letters before and after investors with other letters arrive, and leads to those that are there', () => {
  const onShow = vi.fn()
  const { rerender } = render(<LetterIndex letters={withNames('Ada', 'Mara')} onShow={onShow} />)
  const atFirst = buttons().map(({ textContent }) => textContent)
  expect(atFirst).toHaveLength(28)
  expect(buttons().flatMap(({ disabled, textContent }) => (disabled ? [] : textContent))).toEqual(['A', 'M'])
  for (const letter of ['M', 'Z']) fireEvent.click(screen.getByRole('button', { name: letter }))
  expect(onShow.mock.calls).toEqual([['M']])

  rerender(<LetterIndex letters={withNames('1kx', 'Ada', 'Bo', 'Mara', 'Zed', '王伟')} onShow={onShow} />)
  expect(buttons().map(({ textContent }) => textContent)).toEqual(atFirst)
})
