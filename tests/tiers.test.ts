import { existsSync, readFileSync } from 'node:fs'
import { Glob } from 'bun'
import { expect, test } from 'vitest'
import { findImports } from '#tests/support/runner/imports.ts'
import { tiersOf } from '#tests/support/runner/tiers.ts'

const FOLDERS = '{shared,drizzle,sync-server,web,tests}'
const testFiles = [...new Glob(`${FOLDERS}/**/*.{test,spec}.{ts,tsx,mts,js}`).scanSync('.')].filter(
  (path) => !path.startsWith('web/dist/'),
)

/** Modules that a unit test must not import: each of them needs a running Postgres. */
const POSTGRES = ['package:postgres', 'sync-server/database/embedded.ts', 'tests/support/database/postgres.ts']

/** The imports of a file that remain after the types are erased. */
function importsOf(path: string): string[] {
  if (!/\.tsx?$/.test(path) || !existsSync(path)) return []
  const source = readFileSync(path, 'utf8').replace(/^(import|export) type\b[^'"`;]*?\bfrom\s*['"][^'"\n]+['"]/gm, '')
  return findImports(path, source).map(({ imported }) => imported)
}

/** The path from a file to the first of some modules, or undefined when no import leads to one. */
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

test('the check finds an existing path to Postgres', () => {
  expect(wayTo(POSTGRES, 'sync-server/cli/seed.pg.test.ts')?.at(-1)).toBe('tests/support/database/postgres.ts')
  expect(wayTo(POSTGRES, 'tests/server/accounts.test.ts')?.[1]).toBe('tests/support/app.ts')
})
