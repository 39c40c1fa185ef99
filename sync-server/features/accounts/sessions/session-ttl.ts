/** However often it is used, a session ends after this and asks for the password again. */
export const SESSION_TTL_SECONDS = 180 * 24 * 60 * 60

/** A session that was not used for so long is over. */
export const SESSION_IDLE_MS = 30 * 24 * 60 * 60 * 1000

/** Of one account. A browser without a cookie makes a new session with each sign-in: one more ends the one used longest ago. */
export const MAX_SESSIONS = 100
