/**
 * Leads the user to the sign-in.
 *
 * @param isEnded  whether the session was ended deliberately, elsewhere, or its account deleted: then this device is erased first
 * @returns settles if the page is not left after all
 */
export type LeadBack = (isEnded: boolean) => Promise<void>

const listeners = new Set<LeadBack>()

/** Notifies of each user request that the server refused because the session is no longer valid. */
export function onSessionLost(listener: LeadBack): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

type Refusal = { status: number; message: string; code?: string | undefined }

/**
 * Matches only the messages of a session that expired or was ended, or of a deleted account. A wrong password is a 401 with
 * another message.
 *
 * @returns a promise that the refused call waits for: the page is being left, and no action reports its own failure in between.
 *   `undefined` for every other refusal, and without listeners.
 */
export function announceLostSession({ status, message, code }: Refusal): Promise<unknown> | undefined {
  if (status !== 401 || !/Unauthorized|account was deleted/.test(message)) return
  return listeners.size > 0 ? Promise.all([...listeners].map((lead) => lead(code !== 'session-lost'))) : undefined
}
