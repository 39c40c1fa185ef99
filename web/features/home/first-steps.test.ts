import { expect, test } from 'vitest'
import { type Begun, firstSteps } from './first-steps.ts'

const nothing: Begun = { hasOwn: false, savedCount: 0, contactCount: 0 }
const founder = { userType: 'founder', isApprovedInvestor: false, isAdmin: false } as const
const angel = { userType: 'angel', isApprovedInvestor: false, isAdmin: false } as const

test.each([
  ['a new founder', founder, {}, [false, false, false]],
  ['a founder with a star', founder, { savedCount: 1 }, [false, true, false]],
  ['a founder who unlocked immediately', founder, { contactCount: 1 }, []],
  ['a founder with a project and a star', founder, { hasOwn: true, savedCount: 1 }, [true, true, false]],
  ['a new angel', angel, {}, [false, false, false]],
  ['an angel under review', angel, { hasOwn: true }, [true, false, false]],
  ['an approved angel', { ...angel, isApprovedInvestor: true }, {}, []],
  ['an admin', { ...founder, isAdmin: true }, {}, []],
  ['an approved investor with a founder account', { ...founder, isApprovedInvestor: true }, {}, []],
])('%s has these steps done: %j', (_, user, progress, done) => {
  expect(firstSteps(user, { ...nothing, ...progress }).map(({ isDone }) => isDone)).toEqual(done)
})
