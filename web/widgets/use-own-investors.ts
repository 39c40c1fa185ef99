import { useMemo } from 'react'
import { useContacts, useSavedIds } from '#web/features/contacts/queries.ts'
import { useKeepOwn } from './use-keep-own.ts'

/** This user's data about the investors of a list: saved ones, and unlocked contacts. */
export function useOwnInvestors() {
  const saved = useSavedIds()
  const contacts = useContacts()
  const savedIds = useMemo(() => new Set(saved), [saved])
  const contactOf = useMemo(() => new Map(contacts?.map((contact) => [contact.id, contact])), [contacts])
  useKeepOwn(saved && contacts && [...saved, ...contacts.map(({ id }) => id)])
  return { saved, savedIds, contactOf }
}
