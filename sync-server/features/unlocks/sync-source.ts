import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { Contact } from '#shared/contacts/contract.ts'
import { type RequestEntry, requestEntryId } from '#shared/unlocks/requests.ts'
import { peekContacts } from './contact.ts'
import { listRequests } from './request-queries.ts'

/** The contacts that a principal currently owns, without refunded and disputed ones. */
export const contactsSource: PrivateSource<Contact> = (tx, principalId) => peekContacts(tx, principalId)

/** The investors that a principal has requested, also those no longer listed. */
export const requestsSource: PrivateSource<RequestEntry> = async (tx, principalId) =>
  (await listRequests(tx, principalId)).map(({ replyChoice, replyText, repliedAt, ...request }) => ({
    ...request,
    id: requestEntryId(request.requestType, request.vcId),
    reply: replyChoice && repliedAt ? { choice: replyChoice, text: replyText ?? '', repliedAt: repliedAt.toISOString() } : null,
    createdAt: request.createdAt.toISOString(),
  }))
