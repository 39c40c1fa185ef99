import type { User } from '#shared/accounts/contract.ts'
import { isInvestor } from '#shared/accounts/role.ts'

export type FirstStep = { title: string; text: string; to: string; action: string; isDone: boolean }

/** `hasOwn`: a founder's project, an investor's application. */
export type Begun = { hasOwn: boolean; savedCount: number; contactCount: number }

type StepUser = Pick<User, 'userType' | 'isApprovedInvestor'>

/** First steps of a new account, in order; empty once all are done. A founder who has contacts gets none. */
export function firstSteps(user: StepUser, progress: Begun): FirstStep[] {
  const isFounder = !isInvestor(user)
  if (isFounder && progress.contactCount > 0) return []
  const steps = isFounder ? founderSteps(progress) : investorSteps(user, progress)
  return steps.every(({ isDone }) => isDone) ? [] : steps
}

const founderSteps = ({ hasOwn, savedCount }: Begun): FirstStep[] => [
  {
    title: 'Describe your project',
    text: 'A private draft, until you publish it. Written offline as well as online.',
    to: '/project-setup',
    action: 'List Project',
    isDone: hasOwn,
  },
  {
    title: 'Find your five',
    text: 'Search by name, stage and sector, and star whom you want to reach.',
    to: '/vcs',
    action: 'Browse Investors',
    isDone: savedCount > 0,
  },
  {
    title: 'Unlock the first',
    text: 'Pay once. The contact stays on this device, in a basement hall as well.',
    to: '/vcs',
    action: 'Choose an investor',
    isDone: false,
  },
]

const investorSteps = ({ isApprovedInvestor }: StepUser, { hasOwn }: Begun): FirstStep[] => [
  {
    title: 'Apply with your profile',
    text: 'Who you are, what you back, what an introduction costs. Five minutes.',
    to: '/vc-signup',
    action: 'Apply to Join Latchkey',
    isDone: isApprovedInvestor || hasOwn,
  },
  {
    title: 'A person reads it',
    text: 'Within 1-2 business days. You hear by e-mail, and here.',
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
