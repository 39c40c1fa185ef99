import * as v from 'valibot'
import { conversationStages } from '#shared/contacts/conversation.ts'
import { readOrNone } from '#shared/read-or-none.ts'

const none = 'none'
/** Search parameters of the raise. The route reads them as they are: a contract of the address would be in every first visit. */
const RaiseSearch = v.object({
  view: v.fallback(v.optional(v.literal('list')), undefined),
  text: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200))), undefined),
  kind: v.fallback(v.optional(v.picklist(['unlocked', 'added'])), undefined),
  stage: v.fallback(v.optional(v.picklist([none, ...conversationStages])), undefined),
  due: v.fallback(v.optional(v.literal(true)), undefined),
})
export type RaiseSearch = v.InferOutput<typeof RaiseSearch>

/** Unknown and unreadable parameters are ignored. */
export const readRaiseSearch = (search: unknown): RaiseSearch => readOrNone(RaiseSearch, search) ?? {}
