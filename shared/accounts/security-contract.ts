import * as v from 'valibot'
import { pictureUrl } from '#shared/uploads/address.ts'
import { Email, Login, NewPassword, personName, User } from './contract.ts'

/** How long a proof of who one is counts for what needs one: changing e-mail or password, deleting the account. */
export const STEP_UP_MINUTES = 10

export const Success = v.object({ success: v.literal(true) })

const LinkToken = v.pipe(v.string('This link is not complete.'), v.regex(/^[\w-]{20,100}$/, 'This link is not complete.'))

/** Six digits, or 18, as people type them: spaces and dashes between them mean nothing. */
export const Code = v.pipe(
  v.string('Please enter the digits of the code.'),
  v.maxLength(40, 'Please enter the digits of the code.'),
  v.transform((typed) => typed.replace(/[\s-]/g, '')),
  v.regex(/^(\d{6}|\d{18})$/, 'Please enter the digits of the code.'),
)

/** `DELETE /api/auth/delete-account`. Earnings that are left are given up only by this word. */
export const DeleteAccount = v.object({ giveUpEarnings: v.optional(v.literal('yes')) })
export type DeleteAccount = v.InferOutput<typeof DeleteAccount>

/** Always answered the same, whether the address is an account's or not. */
export const ForgotPassword = v.object({ email: Email })

/** `token` is what follows the `#` of the mailed link `/reset-password#…`. */
export const ResetForgotten = v.object({ token: LinkToken, newPassword: NewPassword })

/** `token` is what follows the `#` of the mailed link `/verify-email#…`. */
export const VerifyEmail = v.object({
  token: LinkToken,
  /** Of the link's account, where no session of it opens the link; asked for with `accounts.link-needs-password`. */
  password: v.optional(Login.entries.password),
  totp: Login.entries.totp,
})
export type VerifyEmail = v.InferOutput<typeof VerifyEmail>

/** `token` is what follows the `#` of the mailed link `/keep-email#…`. */
export const KeepEmail = v.object({ token: LinkToken })

/** The address that the account has from now on. */
export const EmailKept = v.object({ email: v.string() })

export const Verified = v.object({
  /** The address that counts from now on. */
  email: v.string(),
  /** The account, when it is the one that is signed in here. */
  user: v.nullable(User),
})

const { totp } = Login.entries

/** Either proves again who one is, with a code of the authenticator app, or a recovery code, where the account has an app. */
export const StepUp = v.union(
  [v.object({ password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)), totp }), v.object({ code: Code, totp })],
  'Please enter your password or the code.',
)
export type StepUp = v.InferOutput<typeof StepUp>

const NewPasswordOrNone = v.lazy((given) => (given === '' ? v.literal('') : NewPassword))

/** What a person may change of their own account; a field that is left out stays as it is. */
export const ChangeProfile = v.object({
  firstName: v.optional(personName('First name is required')),
  lastName: v.optional(personName('Last name is required')),
  /** Waits as `pendingEmail` until the new address confirms itself. */
  email: v.optional(Email),
  /** Empty keeps the password. */
  newPassword: v.optional(NewPasswordOrNone),
  /** Null or empty takes the picture away. */
  profileImageUrl: v.optional(
    v.nullable(
      v.pipe(
        v.string('This is not a picture.'),
        v.transform((given) => given.trim()),
        v.check((given) => given === '' || pictureUrl(given) !== undefined, 'This is not a picture.'),
        v.transform((given) => pictureUrl(given) ?? null),
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

/** One browser that is signed in. The id is of use to its owner alone, and opens nothing. */
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

/** What an authenticator app takes in: by the link (or its QR picture), or typed by hand. Nothing is on until `confirm`. */
export const TotpSetup = v.object({ secret: v.string(), otpauthUrl: v.string() })
export type TotpSetup = v.InferOutput<typeof TotpSetup>

export const ConfirmTotp = v.object({ code: Code })

/** Shown once. Each replaces a code of the app one time. */
export const RecoveryCodes = v.object({ recoveryCodes: v.array(v.string()) })
export type RecoveryCodes = v.InferOutput<typeof RecoveryCodes>
