import { expect, test } from 'vitest'
import { dashboardSubtitle, isFirstDay } from './dashboard.tsx'

const usual = { isOffline: false, isNew: false, isFounder: true, freshCount: 0, contactCount: 0 }

test.each([
  [{ isOffline: true, freshCount: 3 }, 'You’re offline. This page is stored on your device.'],
  [{ isNew: true }, 'Three steps to your first investor.'],
  [{ isNew: true, isFounder: false }, 'Three steps to your first founder.'],
  [{ freshCount: 1, contactCount: 9 }, 'One new investor since you were last here.'],
  [{ freshCount: 4, isFounder: false }, '4 new entries since you were last here.'],
  [{ contactCount: 1 }, 'One contact on this device.'],
  [{ contactCount: 12 }, '12 contacts on this device.'],
  [{}, 'This page is stored on your device.'],
])('%j: %s', (facts, sentence) => {
  expect(dashboardSubtitle({ ...usual, ...facts })).toBe(sentence)
})

test.each([
  ['a minute', '2026-11-22T11:59:00.000Z', true],
  ['23 hours', '2026-11-21T13:00:00.000Z', true],
  ['a day', '2026-11-21T12:00:00.000Z', false],
])('an account that is %s old is greeted as new: %s', (_, createdAt, isNew) => {
  expect(isFirstDay({ createdAt }, Date.parse('2026-11-22T12:00:00.000Z'))).toBe(isNew)
})
