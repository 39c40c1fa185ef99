import { expect, test } from 'vitest'
import { isIntroActive } from './intro.ts'

const requestedAt = '2026-10-01T12:00:00.000Z'

test.each([
  ['a moment later', '2026-10-01T12:00:01.000Z', true],
  ['on the last of thirty days', '2026-10-31T11:59:59.000Z', true],
  ['after thirty days', '2026-10-31T12:00:00.000Z', false],
  // The device's clock is behind the server's.
  ['before the request', '2026-10-01T11:59:00.000Z', true],
])('%s the request is active: %s', (_, now, isActive) => {
  expect(isIntroActive(requestedAt, Date.parse(now))).toBe(isActive)
})
