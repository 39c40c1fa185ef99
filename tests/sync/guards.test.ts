import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guards } from './simulator/guards.ts'

const document = readFileSync('tests/README.md', 'utf8')

test.each(Object.entries(guards))('the simulator can take away the guard "%s"', (_name, { file, guard }) => {
  expect(readFileSync(file, 'utf8')).toContain(guard)
})

// That the test fails without its guard is what `bun tests/sync/simulator/check-guards.ts` runs.
test.each(Object.entries(guards))(
  'the guard "%s" is held by a test that exists, and the document names it',
  (name, { heldBy }) => {
    expect(readFileSync(heldBy.file, 'utf8')).toContain(heldBy.test)
    expect(document).toContain(`| ${name} | ${heldBy.test} |`)
  },
)
