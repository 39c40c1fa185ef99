import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { ContactNote, SavedInvestor } from '#shared/contacts/contract.ts'
import type { FollowUp } from '#shared/contacts/follow-up.ts'
import type { MailTemplate, TemplateId } from '#shared/templates/contract.ts'
import { listFollowUps } from './follow-up-queries.ts'
import { listNotes, listSaved, listTemplates } from './queries.ts'

export const noteSource: PrivateSource<ContactNote> = async (tx, principalId) =>
  (await listNotes(tx, principalId)).map(({ contactId, text, writtenBy, clashes, updatedAt }) => ({
    id: contactId,
    text,
    writtenBy,
    clashes,
    updatedAt: updatedAt.toISOString(),
  }))

export const templateSource: PrivateSource<MailTemplate> = async (tx, principalId) =>
  (await listTemplates(tx, principalId)).map(({ contactId, text, writtenBy, clashes, updatedAt }) => ({
    id: contactId as TemplateId,
    text,
    writtenBy,
    clashes,
    updatedAt: updatedAt.toISOString(),
  }))

export const savedSource: PrivateSource<SavedInvestor> = async (tx, principalId) =>
  (await listSaved(tx, principalId)).map(({ vcId, createdAt }) => ({ id: vcId, savedAt: createdAt.toISOString() }))

export const followUpSource: PrivateSource<FollowUp> = async (tx, principalId) =>
  (await listFollowUps(tx, principalId)).map(({ contactId, stage, rating, metAt, tags, dueAt, remindByMail, updatedAt }) => ({
    id: contactId,
    stage,
    rating,
    metAt,
    tags,
    dueAt: dueAt?.toISOString() ?? null,
    remindByMail,
    updatedAt: updatedAt.toISOString(),
  }))
