import { act, cleanup, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WindowList } from './window-list.tsx'

const ROW_HEIGHT = 100

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW_HEIGHT)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const rowsOf = (word: string, count = 50) => Array.from({ length: count }, (_, at) => ({ key: `${word} ${at}` }))

const list = (
  name: string,
  rows: readonly { key: string }[],
  own: Pick<ComponentProps<typeof WindowList>, 'scrolledTo' | 'openingOverscan'> & { placeName?: string } = {},
) => (
  <WindowList
    rows={rows}
    renderRow={({ key }) => key}
    guessHeight={() => ROW_HEIGHT}
    name={name}
    placeName="list"
    stickyHeight={0}
    overscan={3}
    isList
    {...own}
  />
)

test('a change of the list renders the rows in sight, and those beyond them once no further change follows', () => {
  const { rerender } = render(list('a', rowsOf('a')))
  expect(screen.getAllByRole('listitem')).toHaveLength(7)
  rerender(list('ab', rowsOf('ab')))
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['ab 0', 'ab 1', 'ab 2', 'ab 3'])
  act(() => void vi.advanceTimersByTime(300))
  rerender(list('abc', rowsOf('abc')))
  act(() => void vi.advanceTimersByTime(300))
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
  act(() => void vi.advanceTimersByTime(300))
  expect(screen.getAllByRole('listitem').at(-1)?.textContent).toBe('abc 6')
  expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('50')
})

test('a list that is scrolled after a change has rows beyond the window at once', () => {
  const { rerender } = render(list('a', rowsOf('a')))
  rerender(list('ab', rowsOf('ab')))
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
  act(() => void window.dispatchEvent(new Event('scroll')))
  expect(screen.getAllByRole('listitem')).toHaveLength(7)
})

test('a rendering with the same rows lays out none of those that are out of sight', () => {
  let reads = 0
  const rows = rowsOf('a', 1000).map(({ key }) => ({
    get key() {
      reads += 1
      return key
    },
  }))
  const { rerender } = render(list('a', rows))
  act(() => void vi.advanceTimersByTime(1000))
  reads = 0
  rerender(list('a', rows))
  expect(reads).toBeLessThan(100)
})

test('a list that takes the place of a scrolled screen leaves the page where it is', () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
  render(list('a', rowsOf('a'), { placeName: 'scrolled', scrolledTo: 320 }))
  expect(scrollTo).toHaveBeenLastCalledWith(0, 320)
})

test('more rows than usual are measured while a list opens at a place, and no longer', () => {
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  render(list('a', rowsOf('a', 100), { placeName: 'opening', scrolledTo: 320, openingOverscan: 50 }))
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(50)
  act(() => void vi.advanceTimersByTime(1000))
  expect(screen.getAllByRole('listitem').length).toBeLessThan(50)
})

test('a scroll position of fractional pixels lays out no row again', () => {
  let reads = 0
  const rows = rowsOf('a', 1000).map(({ key }) => ({
    get key() {
      reads += 1
      return key
    },
  }))
  const rect = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ top: 100.2 } as DOMRect)
  const { rerender } = render(list('a', rows))
  act(() => void vi.advanceTimersByTime(1000))
  rerender(list('a', rows))
  reads = 0
  rect.mockReturnValue({ top: 100.4 } as DOMRect)
  // Only the name: the rows are the same.
  rerender(list('ab', rows))
  act(() => void vi.advanceTimersByTime(1000))
  expect(reads).toBeLessThan(100)
})

test('a list that the content above it moved knows its place', () => {
  const observers: ResizeObserverCallback[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class extends ResizeObserver {
      constructor(callback: ResizeObserverCallback) {
        super(callback)
        observers.push(callback)
      }
    },
  )
  render(list('a', rowsOf('a')))
  expect(screen.getAllByRole('listitem')).toHaveLength(7)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ top: 1000 } as DOMRect)
  act(() => {
    for (const notify of observers) notify([], {} as ResizeObserver)
  })
  // None is in sight: the first, and those beyond it.
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
  vi.unstubAllGlobals()
})
