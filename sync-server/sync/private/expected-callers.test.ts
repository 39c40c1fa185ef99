import { expect, test } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { createExpectedCallers } from './expected-callers.ts'

const ADA = 'pri_ada' as PrincipalId

test('a caller is expected for a minute after it was admitted', () => {
  let now = 0
  const callers = createExpectedCallers(() => now)
  callers.note('ada', ADA)
  now = 59_999
  expect(callers.find('ada')).toBe(ADA)
  now = 60_000
  expect(callers.find('ada')).toBeUndefined()
})

test('only the last 10,000 callers are kept, and no cookies longer than those of the product', () => {
  const callers = createExpectedCallers(() => 0)
  callers.note('first', ADA)
  for (let at = 1; at < 10_000; at += 1) callers.note(`${at}`, ADA)
  expect(callers.find('first')).toBe(ADA)
  callers.note('one more', ADA)
  expect([callers.find('first'), callers.find('1')]).toEqual([undefined, ADA])
  callers.note('a=;'.repeat(5000), ADA)
  expect(callers.find('a=;'.repeat(5000))).toBeUndefined()
})
