import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { noticeKinds } from './kinds.ts'
import { groupOf, noticeGroups, PreferNotices, switchedOff } from './preferences.ts'

test('every kind of notice belongs to a group, and every group has a kind', () => {
  expect(new Set(Object.keys(noticeKinds).map(groupOf))).toEqual(new Set(noticeGroups))
  expect([groupOf('of-a-newer-server'), groupOf('toString')]).toEqual([undefined, undefined])
})

test('a switch is off once, and on again without a trace; unknown ones of another build stay', () => {
  const off = { which: 'replies:mail', isOn: false } as const
  expect(switchedOff(['later:push'], off)).toEqual(['later:push', 'replies:mail'])
  expect(switchedOff(['replies:mail'], off)).toEqual(['replies:mail'])
  expect(switchedOff(['later:push', 'replies:mail'], { ...off, isOn: true })).toEqual(['later:push'])
})

test.each(['money:mail', 'calls:mail', 'team:mail', 'all:push', 'replies', ''])(
  'mail that is needed has no switch: %j',
  (which) => {
    expect(safeParse(PreferNotices, { which, isOn: false }).success).toBe(false)
  },
)
