import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'

export const LONGEST_INTRO_MESSAGE = 2000

/** Asks the team to approach an investor who is not verified yet. No payment belongs to it. */
export const RequestIntro = v.object({
  vcId: VcId,
  message: v.optional(v.pipe(v.string(), v.maxLength(LONGEST_INTRO_MESSAGE, 'Please use at most 2,000 characters.')), ''),
})
export type RequestIntro = v.InferOutput<typeof RequestIntro>

/** So long the team works on one request. Asking again meanwhile adds words to it; later it is a new one. */
export const INTRO_STANDS_MS = 30 * 24 * 60 * 60 * 1000

/** @param createdAt ISO instant of the request; `now` in milliseconds */
export const introStands = (createdAt: string, now: number) => now - Date.parse(createdAt) < INTRO_STANDS_MS
