/** Maximum lifetime of a session, regardless of use. After it the password is required again. */
export const SESSION_TTL_SECONDS = 180 * 24 * 60 * 60

/** A session that was not used for this long has expired. */
export const SESSION_IDLE_MS = 30 * 24 * 60 * 60 * 1000

/** Per account. A browser without a cookie creates a session with each sign-in: one more ends the least recently used session. */
export const MAX_SESSIONS = 100
