import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'

export const MAX_INTRO_MESSAGE_LENGTH = 2000

/** Requests that the admins approach an investor who is not verified yet. No payment is involved. */
export const RequestIntro = v.object({
  vcId: VcId,
  message: v.optional(v.pipe(v.string(), v.maxLength(MAX_INTRO_MESSAGE_LENGTH, 'Please use at most 2,000 characters.')), ''),
})
export type RequestIntro = v.InferOutput<typeof RequestIntro>

/** How long one request stays active. A repeated request within this time adds text to it; after it a new one is created. */
export const INTRO_ACTIVE_MS = 30 * 24 * 60 * 60 * 1000

/** @param createdAt ISO instant of the request; `now` in milliseconds */
export const isIntroActive = (createdAt: string, now: number) => now - Date.parse(createdAt) < INTRO_ACTIVE_MS
