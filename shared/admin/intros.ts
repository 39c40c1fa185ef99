import * as v from 'valibot'
import { VcType } from '#shared/directory/contract.ts'
import { VcId } from '#shared/ids.ts'
import { ReviewWords, SeenVersion } from './decision-fields.ts'

export const IntroAnswer = v.picklist(['new', 'forwarded', 'declined'])
export type IntroAnswer = v.InferOutput<typeof IntroAnswer>

/** What a decision about an introduction changes. */
export const IntroReview = v.object({ answer: IntroAnswer, answerNote: v.nullable(v.string()) })
export type IntroReview = v.InferOutput<typeof IntroReview>

/** Somebody asked the team to approach an investor. */
export const AdminIntro = v.object({
  ...IntroReview.entries,
  id: v.string(),
  version: v.number(),
  message: v.nullable(v.string()),
  createdAt: v.string(),
  investor: v.object({
    id: VcId,
    vcType: VcType,
    /** Null when the investor is gone. */
    name: v.nullable(v.string()),
    fund: v.nullable(v.string()),
    isVerified: v.boolean(),
    /** How the team reaches them. */
    email: v.nullable(v.string()),
    telegram: v.nullable(v.string()),
    linkedinUrl: v.nullable(v.string()),
  }),
  founder: v.object({
    name: v.nullable(v.string()),
    /** What was typed, where no account has proved that it is theirs. */
    email: v.nullable(v.string()),
    /** Only an account whose address is proved counts. */
    hasAccount: v.boolean(),
    /** An account that registered with this address and has not proved it. Servers of before do not say. */
    hasUnprovedAccount: v.optional(v.boolean(), false),
    projectName: v.nullable(v.string()),
  }),
})
export type AdminIntro = v.InferOutput<typeof AdminIntro>

/** `GET /api/admin/intros`: new ones first, the oldest on top; then what was answered, the latest on top. */
export const AdminIntros = v.array(AdminIntro)

/** `PATCH /api/admin/intros/{id}`. */
export const AnswerIntro = v.object({
  answer: v.picklist(['forwarded', 'declined']),
  note: v.optional(ReviewWords),
  version: SeenVersion,
})
export type AnswerIntro = v.InferOutput<typeof AnswerIntro>
