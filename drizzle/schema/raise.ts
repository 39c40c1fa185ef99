import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { ConversationStage } from '#shared/contacts/conversation.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { commitments, instruments } from '#shared/raise/contract.ts'
import { centsColumn, updatedAt } from './columns.ts'

/** A user's data of the deal with a contact. */
export const contactDeals = pgTable(
  'contact_deals',
  {
    principalId: text().$type<PrincipalId>().notNull(),
    contactId: text().$type<VcId>().notNull(),
    amount: centsColumn(),
    instrument: text({ enum: instruments }),
    probability: integer(),
    commitment: text({ enum: commitments }),
    introducedBy: text(),
    nextStep: text(),
    passReason: text(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.principalId, t.contactId] })],
)

/** A user's round. */
export const raiseRounds = pgTable('raise_rounds', {
  principalId: text().$type<PrincipalId>().primaryKey(),
  name: text(),
  target: centsColumn(),
  /** The user's own names of the stages of a conversation. */
  stageNames: jsonb().$type<Partial<Record<ConversationStage, string>>>().notNull().default({}),
  updatedAt: updatedAt(),
})
