import { introAnswered } from '#server/email/messages/admin.ts'
import { type AdminIntro, type AnswerIntro, IntroReview } from '#shared/admin/intros.ts'
import { nameOf } from './account-name.ts'
import { decide, type Reviewable, withVersion } from './decision.ts'
import type { Decider, ReviewDeps } from './deps.ts'
import { type IntroRow, listIntros, lockIntro, writeAnswer } from './intro-queries.ts'

type Doc = Omit<AdminIntro, 'version'>

function present({ request, platform, listed, founder, projectName }: IntroRow): Doc {
  const one = platform ?? listed
  const isProved = founder?.emailVerifiedAt != null
  return {
    id: request.id,
    answer: request.answer,
    answerNote: request.answerNote,
    message: request.message,
    createdAt: request.createdAt.toISOString(),
    investor: {
      id: request.vcId,
      vcType: request.vcType,
      name: platform ? platform.partnerName || platform.fundName : (listed?.name ?? null),
      fund: platform?.fundName ?? listed?.fund ?? null,
      isVerified: one?.isVerified ?? false,
      email: one?.email ?? null,
      telegram: platform?.telegramUrl ?? listed?.telegram ?? null,
      linkedinUrl: one?.linkedinUrl ?? null,
    },
    founder: {
      name: founder && nameOf(founder),
      email: founder?.email ?? request.founderEmail,
      hasAccount: isProved,
      hasUnprovedAccount: founder !== null && !isProved,
      projectName,
    },
  }
}

export const intros: Reviewable<Doc, IntroReview> = {
  type: 'intro',
  State: IntroReview,
  lock: async (tx, id) => {
    const row = await lockIntro(tx, id)
    if (!row) return undefined
    const { answer, answerNote } = row.request
    // An unverified address is arbitrary input, and mail is only sent to people who asked for it.
    const recipient = row.founder?.emailVerifiedAt ? { email: row.founder.email, name: row.founder.firstName } : undefined
    return { id, doc: present(row), state: { answer, answerNote }, recipient, receiver: { principalId: row.request.principalId } }
  },
  write: (tx, { id }, after) => writeAnswer(tx, id, after),
  message: introAnswered,
  notice: ({ before, after: { answer } }, { investor }) =>
    before.answer === answer ? undefined : { kind: 'intro', facts: { vcId: investor.id, answer } },
}

export async function listIntrosForReview({ db }: ReviewDeps): Promise<AdminIntro[]> {
  return (await listIntros(db)).map((row) => withVersion(intros, present(row)))
}

export const answerIntro = (deps: ReviewDeps, by: Decider, id: string, { answer, note = null, version }: AnswerIntro) =>
  decide(deps, by, intros, id, { version, rule: () => ({ answer, answerNote: note }), action: (after) => after.answer })
