import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SideScroll } from './side-scroll.tsx'

test('the two buttons scroll the strip back and on', () => {
  render(
    <SideScroll label="funds" className="grid">
      <ul aria-label="Funds" />
    </SideScroll>,
  )
  const list = screen.getByRole('list', { name: 'Funds' })
  Object.defineProperty(list, 'clientWidth', { value: 500 })
  const scrollBy = vi.spyOn(list, 'scrollBy').mockImplementation(() => undefined)
  fireEvent.click(screen.getByRole('button', { name: 'Next funds' }))
  fireEvent.click(screen.getByRole('button', { name: 'Previous funds' }))
  expect(scrollBy.mock.calls).toEqual([[{ left: 400, behavior: 'smooth' }], [{ left: -400, behavior: 'smooth' }]])
})
