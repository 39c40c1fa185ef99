import * as v from 'valibot'
import { conversationStages } from '#shared/contacts/conversation.ts'

// In a module of its own: every page reads the search parameters of all pages, so this code is in the first chunk.
/** Search parameters of the list of contacts; unknown ones are ignored. */
export const ContactSearch = v.object({
  stage: v.fallback(v.optional(v.picklist(conversationStages)), undefined),
  tag: v.fallback(v.optional(v.string()), undefined),
  due: v.fallback(v.optional(v.literal(true)), undefined),
  sort: v.fallback(v.optional(v.picklist(['follow-up', 'rating', 'name'])), undefined),
})
export type ContactSearch = v.InferOutput<typeof ContactSearch>
