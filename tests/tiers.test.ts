import { existsSync, readFileSync } from 'node:fs'
import { Glob } from 'bun'
import { expect, test } from 'vitest'
import { findImports } from '#tests/support/runner/imports.ts'
import { tiersOf } from '#tests/support/runner/tiers.ts'

const FOLDERS = '{shared,drizzle,sync-server,web,tests}'
const testFiles = [...new Glob(`${FOLDERS}/**/*.{test,spec}.{ts,tsx,mts,js}`).scanSync('.')].filter(
  (path) => !path.startsWith('web/dist/'),
)

/** What a test must not import to be a unit test: each of these needs a running Postgres. */
const POSTGRES = ['package:postgres', 'sync-server/database/embedded.ts', 'tests/support/database/postgres.ts']

/** The imports of a file that stay after the types are erased. */
function importsOf(path: string): string[] {
  if (!/\.tsx?$/.test(path) || !existsSync(path)) return []
  const source = readFileSync(path, 'utf8').replace(/^(import|export) type\b[^'"`;]*?\bfrom\s*['"][^'"\n]+['"]/gm, '')
  return findImports(path, source).map(({ imported }) => imported)
}

/** The way from a file to the first of some modules, or nothing where no import leads there. */
function wayTo(targets: string[], from: string): string[] | undefined {
  const ways = [[from]]
  const seen = new Set([from])
  for (const way of ways) {
    const last = way.at(-1) ?? ''
    if (targets.includes(last)) return way
    for (const next of importsOf(last)) {
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}

test('every test file belongs to exactly one tier', () => {
  expect(testFiles.length).toBeGreaterThan(200)
  expect(testFiles.filter((path) => tiersOf(path).length !== 1)).toEqual([])
})

test('no import of a unit test reaches Postgres', () => {
  const unitTests = testFiles.filter((path) => tiersOf(path).some((tier) => tier.startsWith('unit')))
  expect(unitTests.map((path) => wayTo(POSTGRES, path)?.join(' → ')).filter(Boolean)).toEqual([])
})

test('the way to Postgres is found where there is one', () => {
  expect(wayTo(POSTGRES, 'sync-server/cli/seed.pg.test.ts')?.at(-1)).toBe('tests/support/database/postgres.ts')
  expect(wayTo(POSTGRES, 'tests/server/accounts.test.ts')?.[1]).toBe('tests/support/app.ts')
})
