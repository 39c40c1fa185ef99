import { readFileSync } from 'node:fs'
import { Glob } from 'bun'
import { expect, test } from 'vitest'

const ROOT = `${import.meta.dirname}/../../..`
/** The money rules are numbered, and the tests of a rule carry its number. */
const LAST_RULE = 26

const TITLE = /(?:\b(?:test|describe|step)(?:\.\w+)*|\]\)|>)\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`)/g

function* titles(): Generator<[file: string, title: string]> {
  for (const file of new Glob('{shared,drizzle,sync-server,web,tests}/**/*.{test.ts,test.tsx,e2e.ts}').scanSync(ROOT)) {
    for (const [, ...quoted] of readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(TITLE)) {
      yield [file, quoted.find((title) => title !== undefined) ?? '']
    }
  }
}

test('each money rule has a test that names it', () => {
  const named = new Set([...titles()].flatMap(([, title]) => [...title.matchAll(/\bP(\d+)\b/g)].map(([, rule]) => Number(rule))))
  const rules = Array.from({ length: LAST_RULE }, (_, index) => index + 1)
  expect(rules.filter((rule) => !named.has(rule))).toEqual([])
})
