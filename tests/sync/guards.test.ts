import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guards } from './simulator/guards.ts'

const document = readFileSync('tests/README.md', 'utf8')

test.each(Object.entries(guards))('the guard "%s" matches the code that the simulator removes', (_name, { file, guard }) => {
  expect(readFileSync(file, 'utf8')).toContain(guard)
})

// `bun tests/sync/simulator/check-guards.ts` verifies that the test fails without its guard.
test.each(Object.entries(guards))(
  'the guard "%s" is covered by an existing test, and the document names it',
  (name, { heldBy }) => {
    expect(readFileSync(heldBy.file, 'utf8')).toContain(heldBy.test)
    expect(document).toContain(`| ${name} | ${heldBy.test} |`)
  },
)
