import * as v from 'valibot'
import { IntroAnswer } from '#shared/admin/intros.ts'
import { VcId } from '#shared/ids.ts'

/**
 * A wish to reach an investor, in the history of whoever had it. The day's repetitions are one, and so are
 * all of a kind for one investor here: `id` is `intro:rec…`, so that a device knows it before the server does.
 */
export const RequestEntry = v.object({
  id: v.string(),
  vcId: VcId,
  /** Null while only this device knows of the wish. */
  vcName: v.nullable(v.string()),
  requestType: v.picklist(['unlock', 'intro']),
  message: v.nullable(v.string()),
  /** What the team did about an introduction, and what it wrote about that. */
  answer: IntroAnswer,
  answerNote: v.nullable(v.string()),
  /** ISO instant of the latest. */
  createdAt: v.string(),
})
export type RequestEntry = v.InferOutput<typeof RequestEntry>

export const requestEntryId = (requestType: RequestEntry['requestType'], vcId: VcId) => `${requestType}:${vcId}`
