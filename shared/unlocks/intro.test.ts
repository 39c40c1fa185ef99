import { expect, test } from 'vitest'
import { introStands } from './intro.ts'

const asked = '2026-10-01T12:00:00.000Z'

test.each([
  ['a moment later', '2026-10-01T12:00:01.000Z', true],
  ['on the last of thirty days', '2026-10-31T11:59:59.000Z', true],
  ['after thirty days', '2026-10-31T12:00:00.000Z', false],
  // The device's clock runs behind the server's.
  ['before it was asked', '2026-10-01T11:59:00.000Z', true],
])('%s the request stands: %s', (_, now, stands) => {
  expect(introStands(asked, Date.parse(now))).toBe(stands)
})
