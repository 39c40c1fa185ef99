import type { MailMessage, Paragraph } from '#server/email/mail-message.ts'
import { hello } from '#server/email/mail-parts.ts'
import type { VcReview } from '#shared/admin/applications.ts'
import type { IntroReview } from '#shared/admin/intros.ts'
import type { ProjectReview } from '#shared/admin/projects.ts'
import { ALARM_HOURS, BREACH_HOURS } from '#shared/admin/sla.ts'
import { cleanLine, cut } from '#shared/text.ts'

const MAX_NAME_LENGTH = 80

const line = (name: string | null | undefined) => cut(cleanLine(name ?? ''), MAX_NAME_LENGTH)

/** `from=mail` makes a reader who is signed out sign in first. */
export const adminUrl = (base: string, queue = 'applications') => `${base}/admin?queue=${queue}&from=mail`

type News<State> = { name: string | null; after: State; isUndone: boolean; base: string }

/** A reader who got a different answer before must see that this one is not a mistake. */
const correction = (isUndone: boolean): Paragraph[] =>
  isUndone ? ['This replaces our previous email. Sorry for the confusion.'] : []

const reason = (words: string | null): Paragraph[] => (words ? ['Reason:', ...words.split(/\n+/)] : [])

/** To the applicant, about the current state: approved, rejected, revoked, or under review again. */
export function applicationAnswered(
  { name, after, isUndone, base }: News<VcReview>,
  { fundName }: { fundName: string },
): MailMessage {
  const fund = line(fundName) || 'your fund'
  const profile = { label: 'Open your profile', url: `${base}/profile?tab=investor` }
  const opening = [hello(name), ...correction(isUndone)]
  switch (after.reviewStatus) {
    case 'approved':
      return {
        subject: 'Your application was approved',
        paragraphs: [
          ...opening,
          `${fund} is verified and live on Latchkey. Founders can now find you.`,
          'You keep 85% of each unlock, and your contact stays locked until a founder pays.',
          profile,
        ],
      }
    case 'rejected':
      return {
        subject: 'About your application',
        paragraphs: [
          ...opening,
          `We could not verify ${fund}, so it is not listed.`,
          ...reason(after.reviewReason),
          'You can apply again once this is fixed.',
          { label: 'Apply again', url: `${base}/vc-signup` },
        ],
      }
    case 'revoked':
      return {
        subject: 'Your verification was revoked',
        paragraphs: [
          ...opening,
          `${fund} is no longer verified or listed. Founders who unlocked your contact keep it.`,
          ...reason(after.reviewReason),
          'If you think this is wrong, contact us through the support form in the app.',
          profile,
        ],
      }
    case 'pending':
      return {
        subject: 'Your application is under review again',
        paragraphs: [...opening, `We are reviewing ${fund} again and will email you our decision.`, profile],
      }
  }
}

/** To the founder, about the current state. */
export function projectAnswered(
  { name, after, isUndone, base }: News<ProjectReview>,
  { id, companyName }: { id: string; companyName: string | null },
): MailMessage {
  const project = line(companyName) || 'Your project'
  const opening = [hello(name), ...correction(isUndone)]
  const page = { label: 'Open your project', url: after.isPublished ? `${base}/project/${id}` : `${base}/profile` }
  switch (after.status) {
    case 'verified':
      return {
        subject: 'Your project was verified',
        paragraphs: [...opening, `${project} is now verified on the marketplace.`, page],
      }
    case 'rejected':
      return {
        subject: 'About your project',
        paragraphs: [
          ...opening,
          `We could not verify ${project}. It was removed from the marketplace.`,
          ...reason(after.reviewReason),
          page,
        ],
      }
    case 'under review':
      return {
        subject: 'Your project is under review again',
        paragraphs: [...opening, `We are reviewing ${project} again and will email you our decision.`, page],
      }
  }
}

/** To the founder who requested an introduction to an investor. */
export function introAnswered(
  { name, after, isUndone, base }: News<IntroReview>,
  { investor }: { investor: { name: string | null } },
): MailMessage {
  const who = line(investor.name) || 'the investor'
  const opening = [hello(name), ...correction(isUndone)]
  const note = after.answerNote ? after.answerNote.split(/\n+/) : []
  const more = { label: 'Browse investors', url: `${base}/vcs` }
  switch (after.answer) {
    case 'forwarded':
      return {
        subject: 'We forwarded your request',
        paragraphs: [
          ...opening,
          `We wrote to ${who} about you. Once they agree to talk, we introduce you by email.`,
          ...note,
          more,
        ],
      }
    case 'declined':
      return {
        subject: 'About your introduction request',
        paragraphs: [...opening, `We could not arrange an introduction to ${who}. You were not charged.`, ...note, more],
      }
    case 'new':
      return {
        subject: 'Your introduction request is open again',
        paragraphs: [...opening, `We are still working on your introduction to ${who}.`, more],
      }
  }
}

/** To an admin, when applicants wait longer than promised. */
export const reviewWaiting = (
  name: string | null,
  { late, broken }: { late: number; broken: number },
  base: string,
): MailMessage => ({
  subject: `${late} ${late === 1 ? 'application waits' : 'applications wait'} for review`,
  paragraphs: [
    hello(name),
    late === 1
      ? `One application has waited for more than ${ALARM_HOURS} hours.`
      : `${late} applications have waited for more than ${ALARM_HOURS} hours.`,
    ...(broken > 0 ? [`${broken} ${broken === 1 ? 'is' : 'are'} past the ${BREACH_HOURS}-hour limit.`] : []),
    { label: 'Open the queue', url: adminUrl(base) },
  ],
})

const OWED = {
  tickets: ['ticket waits', 'tickets wait', 'longer than the promised reply time'],
  refunds: ['refund is', 'refunds are', 'past the guarantee deadline'],
  disputes: ['dispute is', 'disputes are', 'due at the bank within three days'],
} as const

/** To an admin, when users wait for an answer or a refund, or a bank waits for evidence. */
export function overdueMail(
  name: string | null,
  { queue, count }: { queue: keyof typeof OWED; count: number },
  base: string,
): MailMessage {
  const [one, many, how] = OWED[queue]
  const line = `${count} ${count === 1 ? one : many} ${how}`
  return {
    subject: line,
    paragraphs: [hello(name), `${line}.`, { label: 'Open the queue', url: adminUrl(base, queue) }],
  }
}
