import { Link } from '@tanstack/react-router'
import type { User } from '#shared/accounts/contract.ts'
import { DayBlank, DaySection } from '#web/features/home/day-book.tsx'
import { buttonClass } from '#web/ui/button.tsx'

/** One's own project, or one's own listing: `undefined` while it is read, `null` when there is none. */
export type Own = null | undefined

export const useOwnPage = (_user: User): Own => null

/** What others see of this person. */
export function OwnPage({ user }: { user: User; own: Own }) {
  const isFounder = user.userType === 'founder'
  return (
    <DaySection id="my-page" title={isFounder ? 'My project' : 'My listing'}>
      <DayBlank
        action={
          <Link to={(isFounder ? '/project-setup' : '/vc-signup') as string} className={buttonClass('outline')}>
            {isFounder ? 'List Project' : 'Apply to Join Latchkey'}
          </Link>
        }
      >
        {isFounder
          ? 'No project yet. Investors read it before they answer, and it stays a draft until you publish it.'
          : 'No listing yet. Founders find you once your application is approved.'}
      </DayBlank>
    </DaySection>
  )
}
