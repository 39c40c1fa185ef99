import { type Login, type Register, type SampleAccount, type SampleSignIn, User } from '#shared/accounts/contract.ts'
import { schedule } from '#web/db/schedule.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { post } from '#web/net/api.ts'
import { forgetSignOut } from '#web/sync/engine/forget-sign-out.ts'
import { withStorageTimeout } from '#web/sync/engine/timeouts.ts'
import { asOneGuest } from '#web/sync/tab/as-one-guest.ts'

// Each call throws HttpProblem if the server refuses, and Unreachable if there is no response.

/** Longer than the directory is locked while a database is deleted. */
const FORGET_TIMEOUT_MS = 3000

/** The lock that is owned during these calls must not be kept indefinitely. A password is checked within a second. */
const deadline = (ms = 30_000) => ({ signal: AbortSignal.timeout(ms) })

/** At its first start the server writes the history of the sample accounts before they can sign in. */
const SAMPLE_DEADLINE_MS = 90_000

// A guest that is being created is merged as well: without the lock the sign-in could be sent before its cookie has arrived.
const signIn = (path: string, input: Login | Register | SampleSignIn, ms?: number): Promise<User> =>
  asOneGuest(async () => {
    const user = await post(path, input, User, deadline(ms))
    // A device that cannot store this now is signed in all the same, also if its storage does not answer.
    await withStorageTimeout(schedule, FORGET_TIMEOUT_MS, () => forgetSignOut(directoryDb)).catch(() => undefined)
    return user
  })
export const login = (input: Login) => signIn('/api/auth/login', input)
export const signInAsSample = (account: SampleAccount) => signIn('/api/auth/sample', { account }, SAMPLE_DEADLINE_MS)
export const register = (input: Register) => signIn('/api/auth/register', input)
