import type { PrivateDatabase } from '#web/db/private-database.ts'
import { storeDraft } from '#web/forms/local-draft.ts'

/** Limit for content shared from another app. Longer than any field accepts, so that nothing is cut silently. */
const MAX_LENGTH = 20_000

/** Joins the parts of a share into one text. The text often repeats the page's address, so duplicates are dropped. */
export function joinShare(parts: { title?: string | null; text?: string | null; url?: string | null }): string {
  const result: string[] = []
  for (const part of [parts.title, parts.text, parts.url]) {
    const words = part?.trim()
    if (words && !result.some((earlier) => earlier.includes(words))) result.push(words)
  }
  return result.join('\n').slice(0, MAX_LENGTH)
}

/** Appends a second share to the first; neither replaces the other. */
export const joinWords = (waiting: string, shared: string) =>
  waiting.includes(shared) ? waiting : [waiting, shared].filter(Boolean).join('\n\n')

/** Key of earlier builds, which stored the content for the next user of the browser, without a principal. */
const EARLIER_KEY = 'latchkeySharedWords'

/** Shared content that is not yet assigned, of this principal only. It survives closing the app in the middle. */
export async function readShared(db: PrivateDatabase): Promise<string> {
  const stored = (await db.drafts.get('shared'))?.values
  return joinWords(typeof stored === 'string' ? stored : '', localStorage.getItem(EARLIER_KEY) ?? '')
}

/** @throws StalePrincipalError, and the error of a full device */
export async function keepShared(db: PrivateDatabase, words: string): Promise<void> {
  await storeDraft(db, 'shared', words ? { values: words } : undefined)
  localStorage.removeItem(EARLIER_KEY)
}
