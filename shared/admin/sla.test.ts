import { expect, test } from 'vitest'
import { reviewSla } from './sla.ts'

const now = new Date('2026-03-10T12:00:00.000Z')

test.each([
  ['2026-03-10T11:59:00.000Z', 0, 'fresh'],
  ['2026-03-09T12:00:00.001Z', 23, 'fresh'],
  ['2026-03-09T12:00:00.000Z', 24, 'alarm'],
  ['2026-03-08T12:00:00.001Z', 47, 'alarm'],
  ['2026-03-08T12:00:00.000Z', 48, 'breach'],
  ['2026-01-01T12:00:00.000Z', 1632, 'breach'],
  // A device whose clock is behind.
  ['2026-03-10T13:30:00.000Z', 0, 'fresh'],
])('an application of %s has waited %i hours: %s', (submittedAt, hours, stage) => {
  expect(reviewSla(new Date(submittedAt), now)).toEqual({ hours, stage })
})
