import type { PrivateDatabase } from '#web/db/private-database.ts'
import { store } from '#web/sync/engine/enqueue.ts'
import { assertSameGeneration } from '#web/sync/engine/outbox.ts'

/** What another app hands over; longer than any field takes, so that nothing is cut in silence. */
const MAX_LENGTH = 20_000

/** The parts of a share as one text: a page's address is often repeated in its text. */
export function wordsOf(parts: { title?: string | null; text?: string | null; url?: string | null }): string {
  const said: string[] = []
  for (const part of [parts.title, parts.text, parts.url]) {
    const words = part?.trim()
    if (words && !said.some((earlier) => earlier.includes(words))) said.push(words)
  }
  return said.join('\n').slice(0, MAX_LENGTH)
}

/** Two shares in a row: neither replaces the other. */
export const joinWords = (waiting: string, shared: string) =>
  waiting.includes(shared) ? waiting : [waiting, shared].filter(Boolean).join('\n\n')

/** Where builds of before kept it, for whoever used the browser next. */
const EARLIER_KEY = 'latchkeySharedWords'

/** What waits for a place, of this principal alone: an app that is closed in the middle of it forgets none. */
export async function readShared(db: PrivateDatabase): Promise<string> {
  const kept = (await db.drafts.get('shared'))?.values
  return joinWords(typeof kept === 'string' ? kept : '', localStorage.getItem(EARLIER_KEY) ?? '')
}

/** @throws StalePrincipalError, and what a full device throws */
export async function keepShared(db: PrivateDatabase, words: string): Promise<void> {
  const keep = (given: AbortSignal) => async () => {
    await assertSameGeneration(db)
    if (words) await db.drafts.put({ id: 'shared', values: words, writtenAt: new Date().toISOString() })
    else await db.drafts.delete('shared')
    given.throwIfAborted()
  }
  await store((given) => db.transaction('rw', db.drafts, db.meta, keep(given)))
  localStorage.removeItem(EARLIER_KEY)
}
