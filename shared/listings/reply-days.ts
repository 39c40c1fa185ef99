import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { MAX_REPLY_DAYS } from '#shared/replies/reply-days.ts'

/** `listing.replyDays`: within how many days the investor wants to reply. It applies to what is bought from then on. */
export const SetReplyDays = v.object({
  vcId: VcId,
  days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_REPLY_DAYS)),
})
export type SetReplyDays = v.InferOutput<typeof SetReplyDays>
