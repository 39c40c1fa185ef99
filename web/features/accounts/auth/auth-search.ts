import * as v from 'valibot'
import { UserType } from '#shared/accounts/user-type.ts'
import { ownPath } from '#shared/url.ts'

/** What the address of the sign-in page may say: anything else is left out, never an error. */
export const AuthSearch = v.object({
  next: v.optional(v.pipe(v.unknown(), v.transform(ownPath))),
  defaultType: v.fallback(v.optional(UserType), undefined),
})

const SIGN_UP_TYPE_KEY = 'latchkeySignupType'

/** Remembers what somebody came as, for a sign-up that happens later. */
export const keepSignUpType = (userType: UserType) => localStorage.setItem(SIGN_UP_TYPE_KEY, userType)

/** What was chosen before on this device. */
export function chosenType(): UserType | undefined {
  const kept = v.safeParse(UserType, localStorage.getItem(SIGN_UP_TYPE_KEY))
  return kept.success ? kept.output : undefined
}

/** The address wins, then what was chosen before, then founder. */
export const defaultTypeOf = (asked: UserType | undefined): UserType => asked ?? chosenType() ?? 'founder'
