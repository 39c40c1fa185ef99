import { expect, test } from 'vitest'
import { DECLINE_WITHIN_HOURS, FREE_CANCELLATION_HOURS } from '#shared/bookings/rules.ts'
import { messageOf } from '#shared/problem.ts'

/** A promise of time to a customer, written out. */
const DEADLINE = /\b(?:24|48) hours\b|\b\d+(?:-\d+)? business days\b|\bwithin (?:two|five|ten) business days\b/

/** These are not promises of the product: how long a bank takes, and the validity of a link. `problem.ts` is imported by all: it imports no rule. */
const EXEMPT = /BANK_TIME = |The link works once, for 24 hours|^\s*(?:\/\/|\*|\/\*)|interval '24 hours'|7 times 24 hours/

test('every promised time in a screen or a mail comes from its constant', async () => {
  const found: string[] = []
  for (const pattern of ['web/**/*.{ts,tsx}', 'sync-server/{email,features}/**/*.ts', 'shared/**/*.ts']) {
    for await (const path of new Bun.Glob(pattern).scan('.')) {
      if (/\.test\.|\/dist\/|shared\/problem\.ts/.test(path)) continue
      const lines = (await Bun.file(path).text()).split('\n')
      for (const line of lines) if (DEADLINE.test(line) && !EXEMPT.test(line)) found.push(`${path}: ${line.trim()}`)
    }
  }
  expect(found).toEqual([])
})

test('the refusals of a call name the same times as its rules', () => {
  expect(messageOf('bookings.too-late-to-move')).toContain(`${FREE_CANCELLATION_HOURS} hours`)
  expect(messageOf('bookings.too-late-to-decline')).toContain(`${DECLINE_WITHIN_HOURS} hours`)
})
