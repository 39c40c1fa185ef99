import { expect, test } from 'vitest'
import { dashboardSubtitle } from './dashboard.tsx'

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
