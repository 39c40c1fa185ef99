import { expect, test } from 'vitest'
import { dashboardSubtitle } from './dashboard.tsx'

const usual = { isOffline: false, isNew: false, isFounder: true, freshCount: 0, contactCount: 0 }

test.each([
  [{ isOffline: true, freshCount: 3 }, 'You are offline. Everything on this page is on your device.'],
  [{ isNew: true }, 'Three steps, and the first investor is yours to write to.'],
  [{ isNew: true, isFounder: false }, 'Three steps, and founders reach you on your own terms.'],
  [{ freshCount: 1, contactCount: 9 }, 'One new investor since you were last here.'],
  [{ freshCount: 4, isFounder: false }, '4 new entries since you were last here.'],
  [{ contactCount: 1 }, 'One contact on this device, ready to be written to.'],
  [{ contactCount: 12 }, '12 contacts on this device, ready to be written to.'],
  [{}, 'Everything on this page is kept on your device.'],
])('%j: %s', (facts, sentence) => {
  expect(dashboardSubtitle({ ...usual, ...facts })).toBe(sentence)
})
