import * as v from 'valibot'
import { conversationStages } from '#shared/contacts/conversation.ts'
import { readOrNone } from '#shared/read-or-none.ts'

/** Search parameters of the list. The route reads them as they are: a contract of the address would be in every first visit. */
const ContactSearch = v.object({
  stage: v.fallback(v.optional(v.picklist(conversationStages)), undefined),
  tag: v.fallback(v.optional(v.string()), undefined),
  due: v.fallback(v.optional(v.literal(true)), undefined),
  sort: v.fallback(v.optional(v.picklist(['follow-up', 'rating', 'name'])), undefined),
})
export type ContactSearch = v.InferOutput<typeof ContactSearch>

/** Unknown and unreadable parameters are ignored. */
export const readContactSearch = (search: unknown): ContactSearch => readOrNone(ContactSearch, search) ?? {}
