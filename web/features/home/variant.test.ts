import { afterEach, expect, test } from 'vitest'
import { homeVariant } from './variant.ts'

afterEach(() => {
  localStorage.clear()
  document.head.innerHTML = ''
})

test.each<
  [asked: unknown, preview: string | null, configured: unknown, written: string | null, last: string | null, shown: string]
>([
  [undefined, null, undefined, null, null, 'a'],
  // A first visit to an installation of B: the page says so before the configuration is there.
  [undefined, null, undefined, 'b', null, 'b'],
  [undefined, null, 'b', null, null, 'b'],
  // The page comes from this device's cache and says nothing; what the server said last is kept.
  [undefined, null, undefined, null, 'b', 'b'],
  // The installation changed its mind.
  [undefined, null, 'a', 'b', 'b', 'a'],
  // A preview stands over all of it until another one is asked for.
  [undefined, 'b', 'a', 'a', 'a', 'b'],
  ['a', 'b', 'b', 'b', 'b', 'a'],
  ['nonsense', 'nonsense', 'b', null, null, 'b'],
])('asked %j, kept %j, configured %j, written %j, last %j: %s', (asked, preview, configured, written, last, shown) => {
  if (preview) localStorage.setItem('latchkeyHomeVariant', preview)
  if (last) localStorage.setItem('latchkeyHomeLast', last)
  if (written) document.head.innerHTML = `<meta name="home-variant" content="${written}">`
  expect(homeVariant(asked, configured)).toBe(shown)
})
