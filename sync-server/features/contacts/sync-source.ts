import type { contactFollowUps, contactNotes } from '#drizzle/schema/index.ts'
import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { ContactNote, SavedInvestor } from '#shared/contacts/contract.ts'
import type { FollowUp } from '#shared/contacts/follow-up.ts'
import type { MailTemplate, TemplateId } from '#shared/templates/contract.ts'
import { listFollowUps } from './follow-up-queries.ts'
import { listNotes, listSaved, listTemplates } from './queries.ts'

type NoteRow = typeof contactNotes.$inferSelect
export const presentNote = ({ contactId, text, writtenBy, clashes, updatedAt }: NoteRow): ContactNote => ({
  id: contactId,
  text,
  writtenBy,
  clashes,
  updatedAt: updatedAt.toISOString(),
})

export const noteSource: PrivateSource<ContactNote> = async (tx, principalId) =>
  (await listNotes(tx, principalId)).map(presentNote)

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

type FollowUpRow = typeof contactFollowUps.$inferSelect
export const presentFollowUp = ({ contactId, dueAt, updatedAt, ...row }: FollowUpRow): FollowUp => ({
  id: contactId,
  stage: row.stage,
  rating: row.rating,
  metAt: row.metAt,
  tags: row.tags,
  dueAt: dueAt?.toISOString() ?? null,
  remindByMail: row.remindByMail,
  updatedAt: updatedAt.toISOString(),
})

export const followUpSource: PrivateSource<FollowUp> = async (tx, principalId) =>
  (await listFollowUps(tx, principalId)).map(presentFollowUp)
