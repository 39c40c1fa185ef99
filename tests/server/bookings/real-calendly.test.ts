import { expect, test } from 'vitest'
import { parseEnv } from '#server/env.ts'
import { createCalendly } from '#server/features/bookings/availability/calendly.ts'

/** A personal access token of a readable calendar, and the link of one of its pages. */
const { CALENDLY_TEST_TOKEN: token, CALENDLY_TEST_LINK: link } = process.env
const reason = token && link ? '' : ' (not run: CALENDLY_TEST_TOKEN and CALENDLY_TEST_LINK are not set)'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

test.skipIf(reason)(`Calendly returns the free times of a page${reason}`, async () => {
  const { CALENDLY_API_URL } = parseEnv({ NODE_ENV: 'test' })
  const from = new Date(Date.now() + 5 * MINUTE_MS)
  const until = new Date(from.getTime() + 14 * DAY_MS)
  const { starts, timeZone } = await createCalendly(CALENDLY_API_URL).freeTimes({
    link: link ?? '',
    token: token ?? '',
    from,
    until,
  })
  expect(() => new Intl.DateTimeFormat('en-GB', { timeZone })).not.toThrow()
  expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b))
  expect(starts.every((at) => at >= from.getTime() && at <= until.getTime())).toBe(true)
})
