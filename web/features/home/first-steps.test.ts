import { expect, test } from 'vitest'
import { type Begun, firstSteps } from './first-steps.ts'

const nothing: Begun = { hasOwn: false, savedCount: 0, contactCount: 0 }
const founder = { userType: 'founder', isApprovedInvestor: false } as const
const angel = { userType: 'angel', isApprovedInvestor: false } as const

test.each([
  ['a new founder', founder, {}, [false, false, false]],
  ['a founder with a star', founder, { savedCount: 1 }, [false, true, false]],
  ['a founder who unlocked at once', founder, { contactCount: 1 }, [false, true, true]],
  ['a founder with all of it', founder, { hasOwn: true, contactCount: 2 }, []],
  ['a new angel', angel, {}, [false, false, false]],
  ['an angel under review', angel, { hasOwn: true }, [true, false, false]],
  ['an approved angel', { ...angel, isApprovedInvestor: true }, {}, []],
])('%s has these steps done: %j', (_, user, begun, done) => {
  expect(firstSteps(user, { ...nothing, ...begun }).map(({ isDone }) => isDone)).toEqual(done)
})
