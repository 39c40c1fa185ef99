import { execFileSync } from 'node:child_process'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { isPausedAt } from '#shared/directory/paused.ts'
import type { VcId } from '#shared/ids.ts'
import { squashRules } from '#shared/sync/mutations.ts'
import { dayAhead, MAX_PAUSE_DAYS, PauseListing, pauseRefusal } from './pause.ts'

const at = (instant: string) => Date.parse(instant)
const NOW = at('2026-11-27T09:00:00Z')

test.each<[what: string, until: string | null | undefined, now: string, isPaused: boolean]>([
  ['weeks before the day', '2026-12-05', '2026-11-27T09:00:00Z', true],
  ['in the last millisecond before the day, in UTC', '2026-12-05', '2026-12-04T23:59:59.999Z', true],
  ['on that evening in New York, where the day has not begun', '2026-12-05', '2026-12-04T20:00:00-05:00', false],
  ['at the start of the day', '2026-12-05', '2026-12-05T00:00:00Z', false],
  ['after the day', '2026-12-05', '2027-01-01T00:00:00Z', false],
  ['without a day', null, '2026-11-27T09:00:00Z', false],
  ['in a document of an earlier server', undefined, '2026-11-27T09:00:00Z', false],
])('%s, paused until %s, at %s: %s', (_, until, now, isPaused) => {
  expect(isPausedAt(until, at(now))).toBe(isPaused)
})

test.each(['America/New_York', 'Asia/Tokyo'])('in %s the label names the day in UTC', (zone) => {
  // A running process keeps its time zone.
  const script = `import { pausedLabel } from '#shared/directory/paused.ts'; console.log(pausedLabel('2026-12-05'))`
  const label = execFileSync(process.execPath, ['-e', script], { env: { ...process.env, TZ: zone }, encoding: 'utf8' })
  expect(label.trim()).toBe('Paused until 5 December')
})

test('of two pauses that were not sent, only the later one is', () => {
  const args = (until: string | null) => ({ args: { vcId: 'vc_1' as VcId, until }, base: undefined })
  expect(squashRules['listing.pause'](args('2026-12-05'), args(null))).toEqual(args(null))
})

describe('a day on which a listing resumes', () => {
  test.each<[string, string, ReturnType<typeof pauseRefusal>]>([
    ['yesterday', dayAhead(-1, NOW), 'begun'],
    ['today', dayAhead(0, NOW), 'begun'],
    ['tomorrow', dayAhead(1, NOW), undefined],
    ['a year ahead', dayAhead(MAX_PAUSE_DAYS, NOW), undefined],
    ['a day more', dayAhead(MAX_PAUSE_DAYS + 1, NOW), 'too-long'],
  ])('%s, %s: %s', (_, day, refusal) => {
    expect(pauseRefusal(day, NOW)).toBe(refusal)
  })

  test.each(['2026-12-05', '2028-02-29', null])('%s is accepted', (until) => {
    expect(v.is(PauseListing, { vcId: 'vc_1', until })).toBe(true)
  })

  test.each(['', 'soon', '2026-02-30', '2026-13-01', '2026-12-5', '2026-12-05T00:00:00Z', undefined, 5])('%j is not', (until) => {
    expect(v.is(PauseListing, { vcId: 'vc_1', until })).toBe(false)
  })
})
