import { expect, test } from 'vitest'
import { LARGE, pictureAddress, pictureUrl, SMALL } from './address.ts'
import { smallPicture } from './small-picture.ts'

const id = '0123456789abcdef0123456789abcdef'
const own = `/uploads/${id}-1024.webp`

test.each([
  [own, own],
  [`/uploads/${id}-320.webp`, `/uploads/${id}-320.webp`],
  ['https://pictures.example/ada.png', 'https://pictures.example/ada.png'],
  ['/sample/portrait-01.svg', '/sample/portrait-01.svg'],
  ['/sample/../api/logout-01.svg', undefined],
  // Mixed content: a browser would block it.
  ['http://pictures.example/ada.png', undefined],
  [`/uploads/${id}-9999.webp`, undefined],
  ['/uploads/../etc/passwd', undefined],
  ['/api/logout', undefined],
  ['//evil.example/x.png', undefined],
  ['javascript:alert(1)', undefined],
  ['data:image/png;base64,AAAA', undefined],
  ['https://user:secret@pictures.example/ada.png', undefined],
  ['', undefined],
])('%j is accepted as the picture %j', (address, picture) => {
  expect(pictureUrl(address)).toBe(picture)
})

test('only uploaded pictures have a small size', () => {
  expect(smallPicture(pictureAddress(id, LARGE))).toBe(pictureAddress(id, SMALL))
  expect(smallPicture('https://pictures.example/ada.png')).toBe('https://pictures.example/ada.png')
})
