import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { closeUnloaded, lazyPart } from './lazy-part.tsx'
import { currentToast } from './toast.ts'

afterEach(cleanup)

type Props = { name: string; onClose: () => void }
const chunk = { default: ({ name }: Props) => <p>Hello {name}</p> }

/** Code that cannot be loaded the first times. */
const failing = (times: number) => {
  const load = vi.fn(async () => chunk)
  for (let time = 0; time < times; time++) load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  return load
}
const show = (part: ReactNode) => act(async () => void render(<Suspense>{part}</Suspense>))
const retry = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Couldn’t load. Try again' })))
const nothing = () => undefined

test('a part of a page is loaded once for all its places', async () => {
  const load = failing(0)
  const Part = lazyPart(load)
  expect(load).not.toHaveBeenCalled()
  await show(<Part name="Ada" onClose={nothing} />)
  await show(<Part name="Ben" onClose={nothing} />)
  expect(document.body.textContent).toBe('Hello AdaHello Ben')
  expect(load).toHaveBeenCalledTimes(1)
})

test('a part that could not be loaded leaves the rest of the page, and is loaded again by its button', async () => {
  const Part = lazyPart(failing(3))
  await show(
    <>
      <h1>The page</h1>
      <Part name="Ada" onClose={nothing} />
    </>,
  )
  for (const _ of [1, 2, 3]) await retry()
  expect(document.body.textContent).toBe('The pageHello Ada')
})

test('a part that could not be loaded is loaded when it is shown the next time', async () => {
  const Part = lazyPart(failing(1))
  await show(<Part name="Ada" onClose={nothing} />)
  cleanup()
  await show(<Part name="Ada" onClose={nothing} />)
  expect(document.body.textContent).toBe('Hello Ada')
})

test('a dialog that could not be loaded closes with a message, and opens when it is asked for again', async () => {
  const Part = lazyPart(failing(1), closeUnloaded)
  const onClose = vi.fn()
  await show(<Part name="Ada" onClose={onClose} />)
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(currentToast.get()?.title).toBe('Couldn’t open this')
  expect(document.body.textContent).toBe('')
  cleanup()
  await show(<Part name="Ada" onClose={onClose} />)
  expect(document.body.textContent).toBe('Hello Ada')
})
