import * as v from 'valibot'
import { conversationStages } from '#shared/contacts/conversation.ts'

// Apart from what works with it: the addresses of all pages are read by every page, and so loaded with the first.
/** What the list of contacts may be asked for in its address; anything else there is ignored. */
export const ContactSearch = v.object({
  stage: v.fallback(v.optional(v.picklist(conversationStages)), undefined),
  due: v.fallback(v.optional(v.literal(true)), undefined),
  sort: v.fallback(v.optional(v.picklist(['follow-up', 'rating', 'name'])), undefined),
})
export type ContactSearch = v.InferOutput<typeof ContactSearch>
