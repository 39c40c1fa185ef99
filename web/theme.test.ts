import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(`${import.meta.dirname}/app.css`, 'utf8')

/** The colours of one theme as app.css declares them, such as `{ ink: '#1d1a15' }`. */
function themeOf(name: string): Record<string, string> {
  const block = css.slice(css.indexOf(`name: "${name}"`)).split('\n}')[0] ?? ''
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, key = '', hex = '']) => [key, hex]))
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one = '', other = ''): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const papers = ['page', 'sheet', 'well']

test.each(['ledger', 'ledger-night'])('%s: every text can be read on every paper (4.5:1)', (name) => {
  const theme = themeOf(name)
  for (const paper of papers) {
    for (const text of ['ink', 'soft', 'brass', 'green', 'red']) {
      expect(contrast(theme[text], theme[paper]), `${text} on ${paper}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test.each(['ledger', 'ledger-night'])('%s: what is written on a filled button or toast can be read (4.5:1)', (name) => {
  const theme = themeOf(name)
  for (const fill of ['ink', 'soft', 'brass', 'green', 'red']) {
    expect(contrast(theme[fill], theme.sheet), fill).toBeGreaterThanOrEqual(4.5)
  }
})

test.each(['ledger', 'ledger-night'])('%s: the edge of a field can be seen on every paper (3:1)', (name) => {
  const theme = themeOf(name)
  for (const paper of papers) expect(contrast(theme.edge, theme[paper]), paper).toBeGreaterThanOrEqual(3)
})

test('the button to list a project covers nothing on a phone: it floats on wider screens alone', () => {
  const pieces = readFileSync(`${import.meta.dirname}/pieces.css`, 'utf8')
  const rules = [...pieces.matchAll(/^( *)(?:@media \(width >= 48rem\) \{\n\s*)?\.list-project \{[^}]*\}/gm)].map(
    ([rule]) => rule,
  )
  expect(rules).toHaveLength(2)
  for (const rule of rules) expect(rule.includes('position: fixed'), rule).toBe(rule.includes('@media (width >= 48rem)'))
})

test('no style of the page depends on the elements of its content', () => {
  // With `main:has(…)`, every change of a list matches the styles of all elements of the page again.
  const pieces = readFileSync(`${import.meta.dirname}/pieces.css`, 'utf8')
  expect(`${css}${pieces}`.match(/^\s*(main|body|#root|#main)[^{\n]*:has\(/gm) ?? []).toEqual([])
})
