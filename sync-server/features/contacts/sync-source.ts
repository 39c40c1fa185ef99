import type { PrivateSource } from '#server/sync/private-source.ts'
import type { ContactNote, SavedInvestor } from '#shared/contacts/contract.ts'
import { listNotes, listSaved } from './queries.ts'

export const noteSource: PrivateSource<ContactNote> = async (tx, principalId) =>
  (await listNotes(tx, principalId)).map(({ contactId, text, updatedAt }) => ({
    id: contactId,
    text,
    updatedAt: updatedAt.toISOString(),
  }))

export const savedSource: PrivateSource<SavedInvestor> = async (tx, principalId) =>
  (await listSaved(tx, principalId)).map(({ vcId, createdAt }) => ({ id: vcId, savedAt: createdAt.toISOString() }))
