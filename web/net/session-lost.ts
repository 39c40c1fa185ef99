const listeners = new Set<() => void>()

/** Tells of each call of a person's that the server refused because it no longer knows them. */
export function onSessionLost(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Only a lost session's message holds the word; a wrong password is a 401 without it. */
export function announceLostSession({ status, message }: { status: number; message: string }) {
  if (status !== 401 || !/Unauthorized/.test(message)) return
  for (const listener of listeners) listener()
}
