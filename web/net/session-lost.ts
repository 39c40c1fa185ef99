/** Leads the person back in. @returns settles when the page has not been left after all */
export type LeadBack = () => Promise<void>

const listeners = new Set<LeadBack>()

/** Tells of each call of a person's that the server refused because it no longer knows them. */
export function onSessionLost(listener: LeadBack): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Only a lost session's message holds the word; a wrong password is a 401 without it.
 *
 * @returns what the refused call waits for: the page is being left, and no action reports a failure of its own in
 * between. `undefined` for every other refusal, and where nothing leads back in.
 */
export function announceLostSession({ status, message }: { status: number; message: string }): Promise<unknown> | undefined {
  if (status !== 401 || !/Unauthorized/.test(message)) return
  return listeners.size > 0 ? Promise.all([...listeners].map((lead) => lead())) : undefined
}
