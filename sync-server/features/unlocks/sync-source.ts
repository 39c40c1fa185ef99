import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { Contact } from '#shared/contacts/contract.ts'
import { type RequestEntry, requestEntryId } from '#shared/unlocks/requests.ts'
import { peekContacts } from './contact.ts'
import { listRequests } from './queries.ts'

/** The contacts a principal holds now; one that was refunded or is disputed is simply not among them. */
export const contactsSource: PrivateSource<Contact> = (tx, principalId) => peekContacts(tx, principalId)

/** Whom a principal wished to reach; also somebody who is not listed any more. */
export const requestsSource: PrivateSource<RequestEntry> = async (tx, principalId) =>
  (await listRequests(tx, principalId)).map((request) => ({
    ...request,
    id: requestEntryId(request.requestType, request.vcId),
    createdAt: request.createdAt.toISOString(),
  }))
