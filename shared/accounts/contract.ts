import * as v from 'valibot'
import { PrincipalId, UserId } from '#shared/ids.ts'
import { cleanLine } from '#shared/text.ts'
import { isStrongPassword, STRONG_PASSWORD_LENGTH } from './passwords.ts'
import { UserType } from './user-type.ts'

/** `name@host` is only valid within a local network, and a domain cannot end in a number; mail to either is undeliverable. */
const DOTTED_DOMAIN = /\.[^.@\d][^.@]*$/

/** RFC 5321 §4.5.3.1. */
const MAX_EMAIL_LENGTH = 254

/**
 * The pattern takes a second for a text of megabytes, and a pipe continues after its first fault, so the length is checked here
 * as well.
 */
const isEmail = (typed: string) => typed.length <= MAX_EMAIL_LENGTH && v.RFC_EMAIL_REGEX.test(typed) && DOTTED_DOMAIN.test(typed)

/** The shortest address is `a@b.c`. Stored in lower case. */
export const Email = v.pipe(
  v.string('Please enter a valid email address'),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(MAX_EMAIL_LENGTH, 'Please enter a valid email address'),
  v.check(isEmail, 'Please enter a valid email address'),
)

/** Sent by unlock calls while no address is known. It never identifies the caller, gets no mail, and cannot register. */
export const PLACEHOLDER_EMAIL = 'anonymous@latchkey.example'

/** The maximum length of a password that is hashed; longer ones are rejected, never truncated. */
const password = (minimum: number, message: string) =>
  v.pipe(v.string(message), v.minLength(minimum, message), v.maxLength(200, 'Password must be at most 200 characters'))

/** One visible line: control characters and bidirectional marks are removed. */
export const personName = (message: string) =>
  v.pipe(
    v.string(message),
    v.maxLength(100, 'Please use at most 100 characters'),
    v.transform(cleanLine),
    v.minLength(1, message),
  )

/** A password that passes the password gate. */
export const NewPassword = v.pipe(
  password(STRONG_PASSWORD_LENGTH, 'Password must be at least 8 characters long.'),
  // A short one has already been reported as too short.
  v.check(
    (typed) => typed.length < STRONG_PASSWORD_LENGTH || isStrongPassword(typed),
    'This password is too common. Please choose another one.',
  ),
)

export const Login = v.object({
  email: Email,
  password: password(6, 'Password must be at least 6 characters'),
  /** A code of the authenticator app, or a recovery code; requested with `totp-required`. */
  totp: v.optional(v.pipe(v.string('Please enter a code'), v.trim(), v.maxLength(40, 'Please enter a code'))),
})
export type Login = v.InferOutput<typeof Login>

export const Logout = v.object({
  /**
   * The account whose session a sign-out ends; the cookie may belong to another account when the call arrives. If absent, the
   * session of the cookie is ended.
   */
  principalId: v.optional(PrincipalId),
  /** Milliseconds since the sign-out. An older session of another account is also ended: its sign-in never reached the device. */
  agoMs: v.optional(v.pipe(v.number(), v.minValue(0))),
})
export type Logout = v.InferOutput<typeof Logout>

export const Register = v.pipe(
  v.object({
    email: Email,
    password: password(6, 'Password must be at least 6 characters'),
    confirmPassword: password(6, 'Please confirm your password'),
    firstName: personName('First name is required'),
    lastName: personName('Last name is required'),
    userType: UserType,
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      (input) => input.password === input.confirmPassword,
      "Passwords don't match",
    ),
    ['confirmPassword'],
  ),
)
export type Register = v.InferOutput<typeof Register>

/** The signed-in user, as visible to the user and to admins. */
export const User = v.object({
  id: UserId,
  principalId: PrincipalId,
  email: v.string(),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  profileImageUrl: v.nullable(v.string()),
  userType: UserType,
  isAdmin: v.boolean(),
  isApprovedInvestor: v.boolean(),
  profileCompleted: v.boolean(),
  hasSetPassword: v.boolean(),
  emailVerified: v.boolean(),
  /** A new address that is not verified yet. */
  pendingEmail: v.nullable(v.string()),
  hasTwoFactor: v.boolean(),
  authProvider: v.string(),
  createdAt: v.string(),
  /** The switches that are off: see `shared/notices/preferences.ts`. Servers of earlier releases do not send it. */
  noticesOff: v.optional(v.array(v.string())),
  /** Why and since when the address gets security mails only; absent while it gets all mails. */
  mailStop: v.optional(v.object({ kind: v.string(), since: v.string() })),
})
export type User = v.InferOutput<typeof User>

/**
 * The identity of the private lane: the only document of the `account` collection, whose `id` is the principal's. A reply without
 * it means that the server no longer knows the caller, and then nothing is removed from the device.
 */
export const AccountDoc = v.object({
  id: PrincipalId,
  kind: v.picklist(['guest', 'account']),
  user: v.nullable(User),
})
export type AccountDoc = v.InferOutput<typeof AccountDoc>

/** The accounts of the sample data. */
export const sampleAccounts = ['founder', 'investor', 'admin'] as const
export type SampleAccount = (typeof sampleAccounts)[number]

/** `POST /api/auth/sample`: signs in as a sample account, in a sandbox that only this machine reaches. */
export const SampleSignIn = v.object({ account: v.picklist(sampleAccounts) })
export type SampleSignIn = v.InferOutput<typeof SampleSignIn>
