import * as v from 'valibot'
import { IntroAnswer } from '#shared/admin/intros.ts'
import { VcId } from '#shared/ids.ts'
import { Reply } from '#shared/replies/contract.ts'

/**
 * A request for an investor, in the requester's history. Repetitions of a day are one request, and so are all requests of one
 * kind for one investor here: `id` is `intro:rec…`, so that a device knows it before the server does.
 */
export const RequestEntry = v.object({
  id: v.string(),
  vcId: VcId,
  /** Null until the server has received the request. */
  vcName: v.nullable(v.string()),
  requestType: v.picklist(['unlock', 'intro']),
  message: v.nullable(v.string()),
  /** The admins' decision about an introduction, and their note. */
  answer: IntroAnswer,
  answerNote: v.nullable(v.string()),
  /** The investor's reply to the latest request; null until it is given. Servers of earlier releases do not send it. */
  reply: v.optional(v.nullable(Reply)),
  /** ISO instant of the latest request. */
  createdAt: v.string(),
})
export type RequestEntry = v.InferOutput<typeof RequestEntry>

export const requestEntryId = (requestType: RequestEntry['requestType'], vcId: VcId) => `${requestType}:${vcId}`
