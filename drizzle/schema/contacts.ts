import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { NoteClash } from '#shared/contacts/contract.ts'
import { conversationStages } from '#shared/contacts/conversation.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
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
