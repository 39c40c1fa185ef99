import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guards } from './simulator/guards.ts'

test.each(Object.entries(guards))('the simulator can take away the guard "%s"', (_name, { file, guard }) => {
  expect(readFileSync(file, 'utf8')).toContain(guard)
})
