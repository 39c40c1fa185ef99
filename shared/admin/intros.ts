import * as v from 'valibot'
import { VcType } from '#shared/directory/contract.ts'
import { VcId } from '#shared/ids.ts'
import { ReviewWords, SeenVersion } from './decision-fields.ts'

export const IntroAnswer = v.picklist(['new', 'forwarded', 'declined'])
export type IntroAnswer = v.InferOutput<typeof IntroAnswer>

/** The fields that a decision about an introduction changes. */
export const IntroReview = v.object({ answer: IntroAnswer, answerNote: v.nullable(v.string()) })
export type IntroReview = v.InferOutput<typeof IntroReview>

/** A user's request that the admins approach an investor. */
export const AdminIntro = v.object({
  ...IntroReview.entries,
  id: v.string(),
  version: v.number(),
  message: v.nullable(v.string()),
  createdAt: v.string(),
  investor: v.object({
    id: VcId,
    vcType: VcType,
    /** Null when the investor no longer exists. */
    name: v.nullable(v.string()),
    fund: v.nullable(v.string()),
    isVerified: v.boolean(),
    /** Contact details for the admins. */
    email: v.nullable(v.string()),
    telegram: v.nullable(v.string()),
    linkedinUrl: v.nullable(v.string()),
  }),
  founder: v.object({
    name: v.nullable(v.string()),
    /** As typed, if no account has verified it. */
    email: v.nullable(v.string()),
    /** True only for an account with a verified address. */
    hasAccount: v.boolean(),
    /** An account that registered with this address and has not verified it. Older servers do not send this field. */
    hasUnprovedAccount: v.optional(v.boolean(), false),
    projectName: v.nullable(v.string()),
  }),
})
export type AdminIntro = v.InferOutput<typeof AdminIntro>

/** `GET /api/admin/intros`: new ones first, oldest on top; then answered ones, latest on top. */
export const AdminIntros = v.array(AdminIntro)

/** `PATCH /api/admin/intros/{id}`. */
export const AnswerIntro = v.object({
  answer: v.picklist(['forwarded', 'declined']),
  note: v.optional(ReviewWords),
  version: SeenVersion,
})
export type AnswerIntro = v.InferOutput<typeof AnswerIntro>

/**
 * The letter by which the team forwards a request to the investor.
 *
 * @param joinUrl  where an investor applies for a listing
 */
export function introLetter(
  { founder, investor, message }: Pick<AdminIntro, 'founder' | 'investor' | 'message'>,
  joinUrl: string,
) {
  const name = founder.name ?? 'A founder'
  const [sender, greeting] = [founder.projectName ? `${name} of ${founder.projectName}` : name, investor.name ?? 'there']
  const quoted = message ? ['Their message:', message.replace(/^/gm, '> ')] : []
  const paragraphs = [
    `Hello ${greeting},`,
    `${sender} asked Latchkey for an introduction to you.`,
    ...quoted,
    'Would you like to talk? Reply to this email and we will introduce you.',
    `Investors are listed on Latchkey for free and set their own price: ${joinUrl}`,
    'The Latchkey team',
  ]
  return { subject: `Introduction: ${sender}`, text: paragraphs.join('\n\n') }
}
