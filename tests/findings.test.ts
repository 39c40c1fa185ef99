import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROW = /^\| \w+ \| .+ \| (.+) \|$/gm

test('each test that covers a finding of a security review exists where the table names it', () => {
  const rows = [...readFileSync('tests/server/README.md', 'utf8').matchAll(ROW)].map(([, tests = '']) => tests)
  expect(rows.length).toBeGreaterThan(25)
  const missing: string[] = []
  for (const row of rows) {
    let file = ''
    for (const [, path, title] of row.matchAll(/`([^`]+)`:|"([^"]+)"/g)) {
      if (path) file = path
      else if (title && !readFileSync(file, 'utf8').includes(title)) missing.push(`${file}: ${title}`)
    }
  }
  expect(missing).toEqual([])
})
