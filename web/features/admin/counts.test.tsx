import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Counts } from './counts.tsx'

afterEach(cleanup)

test('the three figures say what they leave out', () => {
  render(<Counts applications={[]} />)
  for (const label of ['Pending Review', 'Verified VCs', 'Total VCs']) expect(screen.getByText(label)).toBeTruthy()
  expect(screen.getByText(/^Applications only\./)).toBeTruthy()
})
