import { expect, test } from 'vitest'
import { isInvestor } from './is-investor.ts'
import { roleOf } from './role.ts'
import type { UserType } from './user-type.ts'

const vc = { isVentureCapital: true, isAngel: false }
const angel = { isVentureCapital: false, isAngel: true }
const both = { isVentureCapital: true, isAngel: true }

test.each<[UserType, isApproved: boolean, typeof vc | undefined, role: UserType, isInvestor: boolean]>([
  ['founder', false, undefined, 'founder', false],
  // An application that is not approved changes nothing.
  ['founder', false, vc, 'founder', false],
  ['founder', true, vc, 'vc', true],
  ['founder', true, angel, 'angel', true],
  ['founder', true, both, 'vc', true],
  // The listing has not been received yet.
  ['founder', true, undefined, 'vc', true],
  ['vc', false, angel, 'vc', true],
  ['vc', true, angel, 'angel', true],
  ['angel', true, both, 'angel', true],
  ['angel', true, undefined, 'angel', true],
])(
  'an account made as %s, approved %j, with the listing %j is shown as %s',
  (userType, isApprovedInvestor, listing, role, is) => {
    expect(roleOf({ userType, isApprovedInvestor }, listing)).toBe(role)
    expect(isInvestor({ userType, isApprovedInvestor })).toBe(is)
  },
)
