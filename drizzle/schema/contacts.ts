import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { NoteClash } from '#shared/contacts/contract.ts'
import { conversationStages } from '#shared/contacts/conversation.ts'
import type { EntryId } from '#shared/contacts/entry.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { SearchId } from '#shared/searches/contract.ts'
import { createdAt, instant, updatedAt } from './columns.ts'

/** A user's private text on a contact, which several devices may edit. */
const ownTexts = (name: string) =>
  pgTable(
    name,
    {
      principalId: text().$type<PrincipalId>().notNull(),
      contactId: text().$type<VcId>().notNull(),
      text: text().notNull(),
      /** The device that wrote the text last. */
      writtenBy: text(),
      /** Conflicting texts of other devices, until the user chooses. */
      clashes: jsonb().$type<NoteClash[]>().notNull().default([]),
      updatedAt: updatedAt(),
    },
    (t) => [primaryKey({ columns: [t.principalId, t.contactId] })],
  )

export const contactNotes = ownTexts('contact_notes')

/** Introductions that a user has rewritten. The generated text stays with the payment, so neither replaces the other. */
export const contactIntros = ownTexts('contact_intros')

/** Dated entries about a contact. The id comes from the device, so it is unique only for one user. */
export const contactEntries = pgTable(
  'contact_entries',
  {
    principalId: text().$type<PrincipalId>().notNull(),
    id: text().$type<EntryId>().notNull(),
    contactId: text().$type<VcId>().notNull(),
    text: text().notNull(),
    writtenOn: instant().notNull(),
    /** The device that wrote the text last. */
    writtenBy: text(),
    /** Conflicting texts of other devices, until the user chooses. */
    clashes: jsonb().$type<NoteClash[]>().notNull().default([]),
    createdAt: createdAt(),
    /** The row is deleted some weeks later. */
    deletedAt: instant(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.principalId, t.id] }),
    index('contact_entries_contact').on(t.principalId, t.contactId),
    index('contact_entries_deleted').on(t.deletedAt),
  ],
)
/** Templates of a user's own for the first mail. In `contact_id` is the id of the template, which no contact has. */
export const mailTemplates = ownTexts('mail_templates')

/** A user's follow-up state for a contact. A reminder is sent once for each due time that was set. */
export const contactFollowUps = pgTable(
  'contact_follow_ups',
  {
    principalId: text().$type<PrincipalId>().notNull(),
    contactId: text().$type<VcId>().notNull(),
    stage: text({ enum: conversationStages }),
    rating: integer(),
    metAt: text(),
    tags: text().array().notNull().default([]),
    dueAt: instant(),
    remindByMail: boolean().notNull().default(false),
    remindedAt: instant(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.principalId, t.contactId] }),
    index('contact_follow_ups_due').on(t.dueAt).where(sql`remind_by_mail and reminded_at is null`),
  ],
)

export const savedInvestors = pgTable(
  'saved_investors',
  {
    principalId: text().$type<PrincipalId>().notNull(),
    vcId: text().$type<VcId>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.principalId, t.vcId] })],
)

/** Searches of the directory that users have saved. The id comes from the device, so it is unique only for one user. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    principalId: text().$type<PrincipalId>().notNull(),
    id: text().$type<SearchId>().notNull(),
    name: text().notNull(),
    /** In the form of an address: `stage=Seed&sort=fit`. */
    filters: text().notNull(),
    seenUpTo: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.principalId, t.id] })],
)
