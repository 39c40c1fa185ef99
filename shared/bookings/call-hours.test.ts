import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { SetHours, squashHours } from '#shared/listings/hours.ts'
import {
  applyHours,
  type CallHours,
  type ChangeHours,
  changedHours,
  hoursRefusal,
  initialHours,
  MAX_DAYS_OFF,
} from './call-hours.ts'

const HOURS = initialHours('Europe/Berlin')
const NOW = Date.parse('2026-11-27T09:00:00Z')
const vcId = 'vc_1' as VcId
const range = (from: number, until: number) => ({ from, until })

describe('hours that can be saved', () => {
  test.each<[string, Partial<CallHours>, ReturnType<typeof hoursRefusal>]>([
    ['the initial ones', {}, undefined],
    ['two ranges that touch', { mon: [range(540, 600), range(600, 660)] }, undefined],
    ['a range that ends before a call would', { wed: [range(540, 569)] }, { field: 'wed', code: 'owners.hours-too-short' }],
    ['a range that ends before it begins', { wed: [range(600, 540)] }, { field: 'wed', code: 'owners.hours-too-short' }],
    ['two ranges that overlap', { fri: [range(600, 700), range(540, 601)] }, { field: 'fri', code: 'owners.hours-overlap' }],
    ['a week without a day', { mon: [], tue: [], wed: [], thu: [], fri: [] }, { field: 'mon', code: 'owners.hours-none' }],
    [
      'days off that end before they begin',
      { daysOff: [{ from: '2026-12-24', until: '2026-12-23' }] },
      { field: 'daysOff', code: 'owners.days-off-order' },
    ],
  ])('%s', (_, over, refusal) => {
    expect(hoursRefusal({ ...HOURS, ...over })).toEqual(refusal)
  })
})

describe('a change of hours', () => {
  test.each<[string, unknown, boolean]>([
    ['all fields', HOURS, true],
    ['one field', { bufferMinutes: 15 }, true],
    ['no field', {}, true],
    ['none, to remove own hours', null, true],
    ['no limit', { callsADay: null }, true],
    ['24:00', { sun: [range(1380, 1440)] }, true],
    ['minute 1441', { sun: [range(1380, 1441)] }, false],
    ['half a minute', { sun: [range(540.5, 600)] }, false],
    ['five ranges', { sun: [0, 1, 2, 3, 4].map((nth) => range(nth * 60, nth * 60 + 30)) }, false],
    ['less notice than the product', { noticeHours: 1 }, false],
    ['notice of more than a week', { noticeHours: 169 }, false],
    ['a negative buffer', { bufferMinutes: -5 }, false],
    ['no call a day', { callsADay: 0 }, false],
    ['an unknown time zone', { timeZone: 'Middle/Earth' }, false],
    ['30 February', { daysOff: [{ from: '2026-02-30', until: '2026-03-01' }] }, false],
    ['too many days off', { daysOff: Array(MAX_DAYS_OFF + 1).fill({ from: '2026-12-24', until: '2026-12-24' }) }, false],
  ])('%s: %s', (_, change, isValid) => {
    expect(v.is(SetHours, { vcId, change: change })).toBe(isValid)
  })

  test('keeps the fields that another device has changed', () => {
    const stored = { ...HOURS, sat: [range(600, 720)], callsADay: 2 }
    expect(applyHours(stored, { bufferMinutes: 15 }, NOW)).toEqual({ ...stored, bufferMinutes: 15 })
  })

  test('of an investor without own hours begins from working days', () => {
    expect(applyHours(null, { timeZone: 'Asia/Tokyo', callsADay: 1 }, NOW)).toEqual({
      ...initialHours('Asia/Tokyo'),
      callsADay: 1,
    })
    expect(applyHours(HOURS, null, NOW)).toBe(null)
  })

  test('is stored in order, without days off that are over everywhere', () => {
    const daysOff = [
      { from: '2027-01-02', until: '2027-01-03' },
      { from: '2026-11-24', until: '2026-11-24' },
      { from: '2026-11-20', until: '2026-11-26' },
    ]
    const mon = [range(900, 960), range(540, 600)]
    const after = applyHours(HOURS, { daysOff, mon }, NOW)
    expect(after?.mon).toEqual([range(540, 600), range(900, 960)])
    expect(after?.daysOff).toEqual([daysOff[2], daysOff[0]])
  })

  test('names only what differs, and with another time zone the whole week', () => {
    expect(changedHours(HOURS, { ...HOURS, tue: [], noticeHours: 24 })).toEqual({ tue: [], noticeHours: 24 })
    expect(changedHours(HOURS, HOURS)).toEqual({})
    expect(changedHours(null, HOURS)).toEqual(HOURS)
    const { sun, mon, tue, wed, thu, fri, sat } = HOURS
    expect(changedHours(HOURS, { ...HOURS, timeZone: 'Asia/Tokyo' })).toEqual({
      timeZone: 'Asia/Tokyo',
      sun,
      mon,
      tue,
      wed,
      thu,
      fri,
      sat,
    })
  })

  const pending = (change: ChangeHours | null) => ({ args: { vcId, change }, base: undefined })
  test.each<[string, ChangeHours | null, ChangeHours | null, ChangeHours | null | undefined]>([
    ['of different fields', { bufferMinutes: 15 }, { callsADay: 2 }, { bufferMinutes: 15, callsADay: 2 }],
    ['of the same field', { bufferMinutes: 15 }, { bufferMinutes: 0 }, { bufferMinutes: 0 }],
    ['and a removal', { bufferMinutes: 15 }, null, null],
    ['after a removal are both sent', null, { bufferMinutes: 15 }, undefined],
  ])('two pending ones %s', (_, earlier, later, both) => {
    expect(squashHours(pending(earlier), pending(later))).toEqual(both === undefined ? undefined : pending(both))
  })
})
