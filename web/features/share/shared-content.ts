import type { PrivateDatabase } from '#web/db/private-database.ts'
import { storeDraft } from '#web/forms/local-draft.ts'
import { joinWords, type Shared } from './join-share.ts'

/** Key of earlier builds, which stored the content for the next user of the browser, without a principal. */
const EARLIER_KEY = 'latchkeySharedWords'

const textOf = (values: unknown) => (typeof values === 'string' ? values : '')

/** Shared content that is not yet assigned, of this principal only. It survives closing the app in the middle. */
export async function readShared(db: PrivateDatabase): Promise<Shared> {
  const [words, cards] = await db.drafts.bulkGet(['shared', 'shared:cards'])
  return { words: joinWords(textOf(words?.values), localStorage.getItem(EARLIER_KEY) ?? ''), cards: textOf(cards?.values) }
}

/** @throws StalePrincipalError, and the error of a full device */
export async function keepShared(db: PrivateDatabase, { words, cards }: Shared): Promise<void> {
  await storeDraft(db, 'shared', words ? { values: words } : undefined)
  const known = textOf((await db.drafts.get('shared:cards'))?.values)
  if (known !== cards) await storeDraft(db, 'shared:cards', cards ? { values: cards } : undefined)
  localStorage.removeItem(EARLIER_KEY)
}

/** Called once the people of the shared cards are saved. @returns whether other shared content waits */
export async function forgetSharedCards(db: PrivateDatabase): Promise<boolean> {
  const { words } = await readShared(db)
  await storeDraft(db, 'shared:cards', undefined)
  return words !== ''
}
