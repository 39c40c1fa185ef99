import * as v from 'valibot'
import { UserType } from '#shared/accounts/user-type.ts'
import { ownPath } from '#shared/url.ts'

/** Parameters of the sign-in page: invalid values are dropped, never an error. */
export const AuthSearch = v.object({
  next: v.optional(v.pipe(v.unknown(), v.transform(ownPath))),
  defaultType: v.fallback(v.optional(UserType), undefined),
})

const SIGN_UP_TYPE_KEY = 'latchkeySignupType'

/** Stores the chosen role for a later sign-up. */
export const keepSignUpType = (userType: UserType) => localStorage.setItem(SIGN_UP_TYPE_KEY, userType)

/** The role that was chosen earlier on this device. */
export function chosenType(): UserType | undefined {
  const kept = v.safeParse(UserType, localStorage.getItem(SIGN_UP_TYPE_KEY))
  return kept.success ? kept.output : undefined
}

/** The address wins, then the stored choice, then founder. */
export const defaultTypeOf = (requested: UserType | undefined): UserType => requested ?? chosenType() ?? 'founder'
