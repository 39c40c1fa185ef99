import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'

/** Asks the team to approach an investor who is not verified yet. No payment belongs to it. */
export const RequestIntro = v.object({
  vcId: VcId,
  message: v.optional(v.pipe(v.string(), v.maxLength(2000, 'Please use at most 2,000 characters.')), ''),
})
export type RequestIntro = v.InferOutput<typeof RequestIntro>
