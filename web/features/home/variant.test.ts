import { afterEach, expect, test } from 'vitest'
import { homeVariant } from './variant.ts'

afterEach(() => {
  localStorage.clear()
  document.head.innerHTML = ''
})

test.each<
  [requested: unknown, preview: string | null, configured: unknown, written: string | null, last: string | null, shown: string]
>([
  [undefined, null, undefined, null, null, 'a'],
  // A first visit to an installation of B: the page carries the variant before the configuration is loaded.
  [undefined, null, undefined, 'b', null, 'b'],
  [undefined, null, 'b', null, null, 'b'],
  // The page comes from this device's cache and carries no variant; the last value from the server is stored.
  [undefined, null, undefined, null, 'b', 'b'],
  // The installation has changed its variant.
  [undefined, null, 'a', 'b', 'b', 'a'],
  // A preview takes precedence over all of it until another one is requested.
  [undefined, 'b', 'a', 'a', 'a', 'b'],
  ['a', 'b', 'b', 'b', 'b', 'a'],
  ['nonsense', 'nonsense', 'b', null, null, 'b'],
])(
  'requested %j, stored %j, configured %j, in the page %j, last %j: %s',
  (requested, preview, configured, written, last, shown) => {
    if (preview) localStorage.setItem('latchkeyHomeVariant', preview)
    if (last) localStorage.setItem('latchkeyHomeLast', last)
    if (written) document.head.innerHTML = `<meta name="home-variant" content="${written}">`
    expect(homeVariant(requested, configured)).toBe(shown)
  },
)
