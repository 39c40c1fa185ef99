import type { User } from '#shared/accounts/contract.ts'
import { isInvestor } from '#shared/accounts/is-investor.ts'
import { REVIEW_TIME } from '#shared/admin/sla.ts'

export type FirstStep = { title: string; text: string; to: string; action: string; isDone: boolean }

/** `hasOwn`: a founder's project, an investor's application. */
export type Begun = { hasOwn: boolean; savedCount: number; contactCount: number }

type StepUser = Pick<User, 'userType' | 'isApprovedInvestor' | 'isAdmin'>

/** First steps of a new account, in order; empty once all are done. A founder who has contacts gets none, nor does an admin. */
export function firstSteps(user: StepUser, progress: Begun): FirstStep[] {
  if (user.isAdmin) return []
  const isFounder = !isInvestor(user)
  if (isFounder && progress.contactCount > 0) return []
  const steps = isFounder ? founderSteps(progress) : investorSteps(user, progress)
  return steps.every(({ isDone }) => isDone) ? [] : steps
}

const founderSteps = ({ hasOwn, savedCount }: Begun): FirstStep[] => [
  {
    title: 'Describe your project',
    text: 'A private draft until you publish it. Works offline.',
    to: '/project-setup',
    action: 'List Project',
    isDone: hasOwn,
  },
  {
    title: 'Save investors you like',
    text: 'Search by name, stage and sector. Star the investors you want to reach.',
    to: '/vcs',
    action: 'Browse Investors',
    isDone: savedCount > 0,
  },
  {
    title: 'Unlock your first contact',
    text: 'Pay once. The contact is saved on this device and works offline.',
    to: '/vcs',
    action: 'Choose an investor',
    isDone: false,
  },
]

const investorSteps = ({ isApprovedInvestor }: StepUser, { hasOwn }: Begun): FirstStep[] => [
  {
    title: 'Apply with your profile',
    text: 'About you, what you back, what an introduction costs. Five minutes.',
    to: '/vc-signup',
    action: 'Apply to Join Latchkey',
    isDone: isApprovedInvestor || hasOwn,
  },
  {
    title: 'We review it',
    text: `Within ${REVIEW_TIME}. You are notified by email and here.`,
    to: '/profile',
    action: 'Your profile',
    isDone: isApprovedInvestor,
  },
  {
    title: 'Founders reach you',
    text: '85% of each unlock is yours, or goes to a charity of your choice.',
    to: '/scout',
    action: 'See their projects',
    isDone: isApprovedInvestor,
  },
]
