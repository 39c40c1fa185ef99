import type { PrivateSource } from '#server/sync/private-source.ts'
import type { Contact } from '#shared/contacts/contract.ts'
import { listContacts } from './contact.ts'

/** The contacts a principal holds now; one that was refunded or is disputed is simply not among them. */
export const contactsSource: PrivateSource<Contact> = (tx, principalId) => listContacts(tx, principalId)
