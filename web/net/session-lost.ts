/**
 * Leads the person back in.
 *
 * @param isEnded  whether the session was ended on purpose, elsewhere, or its account deleted: then this device is emptied first
 * @returns settles when the page has not been left after all
 */
export type LeadBack = (isEnded: boolean) => Promise<void>

const listeners = new Set<LeadBack>()

/** Tells of each call of a person's that the server refused because it no longer knows them. */
export function onSessionLost(listener: LeadBack): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

type Refusal = { status: number; message: string; code?: string | undefined }

/**
 * Only the message of a session that expired or was ended, or of an account that was deleted, holds one of the words; a wrong
 * password is a 401 without them.
 *
 * @returns what the refused call waits for: the page is being left, and no action reports a failure of its own in
 * between. `undefined` for every other refusal, and where nothing leads back in.
 */
export function announceLostSession({ status, message, code }: Refusal): Promise<unknown> | undefined {
  if (status !== 401 || !/Unauthorized|account was deleted/.test(message)) return
  return listeners.size > 0 ? Promise.all([...listeners].map((lead) => lead(code !== 'session-lost'))) : undefined
}
