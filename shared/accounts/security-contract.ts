import * as v from 'valibot'
import { pictureUrl } from '#shared/uploads/address.ts'
import { Email, Login, NewPassword, personName, User } from './contract.ts'

/** How long a step-up proof is valid for sensitive operations: changing e-mail or password, deleting the account. */
export const STEP_UP_MINUTES = 10

export const Success = v.object({ success: v.literal(true) })

const LinkToken = v.pipe(v.string('This link is not complete.'), v.regex(/^[\w-]{20,100}$/, 'This link is not complete.'))

/** Six digits, or 18, as users type them: spaces and dashes are ignored. */
export const Code = v.pipe(
  v.string('Please enter the digits of the code.'),
  v.maxLength(40, 'Please enter the digits of the code.'),
  v.transform((typed) => typed.replace(/[\s-]/g, '')),
  v.regex(/^(\d{6}|\d{18})$/, 'Please enter the digits of the code.'),
)

/** `DELETE /api/auth/delete-account`. Remaining earnings are forfeited only with this field. */
export const DeleteAccount = v.object({ giveUpEarnings: v.optional(v.literal('yes')) })
export type DeleteAccount = v.InferOutput<typeof DeleteAccount>

/** The reply is always the same, whether or not the address belongs to an account. */
export const ForgotPassword = v.object({ email: Email })

/** `token` is the part after the `#` of the mailed link `/reset-password#…`. */
export const ResetForgotten = v.object({ token: LinkToken, newPassword: NewPassword })

/** `token` is the part after the `#` of the mailed link `/verify-email#…`. */
export const VerifyEmail = v.object({
  token: LinkToken,
  /**
   * Password of the link's account, when the link is opened without a session of it; requested with
   * `accounts.link-needs-password`.
   */
  password: v.optional(Login.entries.password),
  totp: Login.entries.totp,
})
export type VerifyEmail = v.InferOutput<typeof VerifyEmail>

/** `token` is the part after the `#` of the mailed link `/keep-email#…`. */
export const KeepEmail = v.object({ token: LinkToken })

/** The address that the account has from now on. */
export const EmailKept = v.object({ email: v.string() })

export const Verified = v.object({
  /** The address that is verified now. */
  email: v.string(),
  /** The account, if it is the one that is signed in here. */
  user: v.nullable(User),
})

const { totp } = Login.entries

/** Step-up by password or mailed code, plus a code of the authenticator app or a recovery code when the account has an app. */
export const StepUp = v.union(
  [v.object({ password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)), totp }), v.object({ code: Code, totp })],
  'Please enter your password or the code.',
)
export type StepUp = v.InferOutput<typeof StepUp>

const NewPasswordOrNone = v.lazy((input) => (input === '' ? v.literal('') : NewPassword))

/** The fields that a user may change in their own account; an absent field is unchanged. */
export const ChangeProfile = v.object({
  firstName: v.optional(personName('First name is required')),
  lastName: v.optional(personName('Last name is required')),
  /** Stored as `pendingEmail` until the new address is verified. */
  email: v.optional(Email),
  /** Empty keeps the password. */
  newPassword: v.optional(NewPasswordOrNone),
  /** Null or empty removes the picture. */
  profileImageUrl: v.optional(
    v.nullable(
      v.pipe(
        v.string('This is not a picture.'),
        v.transform((input) => input.trim()),
        v.check((input) => input === '' || pictureUrl(input) !== undefined, 'This is not a picture.'),
        v.transform((input) => pictureUrl(input) ?? null),
      ),
    ),
  ),
})
export type ChangeProfile = v.InferOutput<typeof ChangeProfile>

export const CompleteProfile = v.object({
  firstName: personName('Please provide both your first and last name.'),
  lastName: personName('Please provide both your first and last name.'),
})
export type CompleteProfile = v.InferOutput<typeof CompleteProfile>

export const SetPassword = v.object({ password: NewPassword })
export const UpdatePassword = v.object({
  currentPassword: v.pipe(
    v.string('Please enter your current password'),
    v.minLength(1, 'Please enter your current password'),
    v.maxLength(200, 'Password must be at most 200 characters'),
  ),
  newPassword: NewPassword,
})
export type UpdatePassword = v.InferOutput<typeof UpdatePassword>
export const ResetPassword = v.object({ newPassword: NewPassword })

/** One signed-in browser. The id is only useful to its owner, and grants no access. */
export const SessionEntry = v.object({
  id: v.string(),
  userAgent: v.nullable(v.string()),
  /** ISO instants. */
  createdAt: v.string(),
  seenAt: v.string(),
  isCurrent: v.boolean(),
})
export type SessionEntry = v.InferOutput<typeof SessionEntry>

/** Latest first. */
export const SessionList = v.array(SessionEntry)

/** The secret for an authenticator app: as a link (or its QR picture), or typed by hand. It takes effect only with `confirm`. */
export const TotpSetup = v.object({ secret: v.string(), otpauthUrl: v.string() })
export type TotpSetup = v.InferOutput<typeof TotpSetup>

export const ConfirmTotp = v.object({ code: Code })

/** Shown once. Each replaces a code of the app one time. */
export const RecoveryCodes = v.object({ recoveryCodes: v.array(v.string()) })
export type RecoveryCodes = v.InferOutput<typeof RecoveryCodes>
