import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

afterEach(cleanup)

test.each([
  ['a wide logo', 600, 200, 'contain'],
  ['a square one', 400, 400, ''],
  ['a landscape photo', 1600, 900, ''],
  ['a portrait photo', 300, 400, ''],
])('%s is fitted or fills the frame', (_, width, height, fit) => {
  const { container } = render(<Avatar name="Ada" src="/uploads/a.webp" />)
  const picture = container.querySelector('img') as HTMLImageElement
  Object.defineProperties(picture, { naturalWidth: { value: width }, naturalHeight: { value: height } })
  fireEvent.load(picture)
  expect(picture.style.objectFit).toBe(fit)
})
