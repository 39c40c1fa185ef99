import { useEffect, useState } from 'react'
import type { ContactCard } from '#shared/people/contract.ts'
import type { OwnWords } from '#web/features/contacts/own-words.ts'
import { foldAhead } from './contact-search.ts'

/**
 * The user's own texts for a search in which no key folds a text: they are folded in slices before.
 *
 * @param words  without the dated entries, which are read later
 * @param texts  the same with all dated entries; `undefined` while they are read
 * @returns `searched`: the newest texts that are folded. Until the entries are, a key is answered from the other texts;
 *   `isFolded`: whether the entries have been
 */
export function useFoldedTexts(
  contacts: readonly ContactCard[] | undefined,
  words: OwnWords | undefined,
  texts: OwnWords | undefined,
): { searched: OwnWords | undefined; isFolded: boolean } {
  const [folded, setFolded] = useState<OwnWords>()
  useEffect(() => {
    if (contacts && texts) return foldAhead(contacts, texts, () => setFolded(texts))
  }, [contacts, texts])
  useEffect(() => {
    if (contacts && words) return foldAhead(contacts, words)
  }, [contacts, words])
  const isCurrent = folded !== undefined && folded.followUps === words?.followUps
  return { searched: isCurrent ? folded : words, isFolded: folded !== undefined }
}
