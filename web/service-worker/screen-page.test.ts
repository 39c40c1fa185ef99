import { expect, test } from 'vitest'
import { createScreenPages } from './screen-page.ts'

const screens = [
  ['/contacts/$id', [0, 2]],
  ['/vcs', []],
]
const entries = [
  { url: 'index.html', revision: 'a', screens },
  {
    url: 'assets/one.pack',
    revision: null,
    files: [
      ['/assets/a.js', 3],
      ['/assets/b.js', 4],
    ],
  },
  { url: 'assets/two.pack', revision: null, files: [['/assets/c.js', 2]] },
]
const HTML = '<html><head><title>Latchkey</title></head><body></body></html>'
const stored = () =>
  new Response(HTML, {
    headers: { 'content-type': 'text/html', 'content-encoding': 'br', 'content-security-policy': 'default-src' },
  })

test('the page of a screen names the scripts of the screen, and keeps its policy', async () => {
  const page = await createScreenPages(entries)(stored(), '/contacts/recA')
  const text = await page.text()
  expect([...text.matchAll(/<link rel="modulepreload" crossorigin href="([^"]*)">/g)].map(([, path]) => path)).toEqual([
    '/assets/a.js',
    '/assets/c.js',
  ])
  expect(text.replace(/\s*<link [^>]*>\s*/g, '')).toBe(HTML)
  expect(Object.fromEntries(page.headers)).toEqual({ 'content-type': 'text/html', 'content-security-policy': 'default-src' })
})

test.each(['/vcs', '/nowhere'])('the page at %s, which imports nothing else, is the stored one', async (path) => {
  const page = stored()
  expect(await createScreenPages(entries)(page, path)).toBe(page)
})
