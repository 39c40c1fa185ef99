import { useMemo } from 'react'
import { useContacts, useSavedIds } from '#web/features/contacts/queries.ts'

/** What this person has of the investors in a list: whom they saved, and whose contact they hold. */
export function useOwnInvestors() {
  const saved = useSavedIds()
  const contacts = useContacts()
  const savedIds = useMemo(() => new Set(saved), [saved])
  const contactOf = useMemo(() => new Map(contacts?.map((contact) => [contact.id, contact])), [contacts])
  return { saved, savedIds, contactOf }
}
