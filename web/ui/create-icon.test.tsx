import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import createIcon from './create-icon.ts'

const Dot = createIcon({
  node: [
    ['circle', { cx: '12', cy: '12', r: '1', key: 'a' }],
    ['path', { d: 'M1 1', key: 'b' }],
  ],
})

test('an icon is drawn with the library’s lines, and its properties are those of the picture', () => {
  const { container } = render(<Dot className="size-5" strokeWidth={1.6} fill="currentColor" />)
  const svg = container.firstElementChild
  expect(svg?.getAttribute('class')).toBe('size-5')
  expect(svg?.getAttribute('stroke-width')).toBe('1.6')
  expect(svg?.getAttribute('fill')).toBe('currentColor')
  expect(svg?.getAttribute('viewBox')).toBe('0 0 24 24')
  expect(svg?.innerHTML).toBe('<circle cx="12" cy="12" r="1"></circle><path d="M1 1"></path>')
})

test('an icon is hidden from screen readers unless it has a name', () => {
  const { container, rerender } = render(<Dot />)
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
  rerender(<Dot aria-label="Verified" />)
  expect(container.firstElementChild?.hasAttribute('aria-hidden')).toBe(false)
})
