import { Link } from '@tanstack/react-router'
import type { User } from '#shared/accounts/contract.ts'
import { isInvestor } from '#shared/accounts/is-investor.ts'
import { PROJECT_SETUP } from '#web/features/projects/editor/project-setup.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** To the project form; a visitor passes the sign-up, which returns there. */
const toSetup = (user: User | null | undefined) =>
  user ? ({ to: PROJECT_SETUP } as const) : ({ to: '/auth', search: { next: PROJECT_SETUP, defaultType: 'founder' } } as const)

/** End of the marketplace: a link to other investors for investors, an invitation to list a project for all others. */
export function WhatsNext({ user }: { user: User | null | undefined }) {
  const isForInvestors = Boolean(user && isInvestor(user))
  return (
    <section className="mt-14 flex flex-wrap items-center justify-between gap-6 border-t border-rule pt-8">
      <div>
        <h2 className="text-3xl">{isForInvestors ? 'See who else invests here' : 'Building something? Showcase it here'}</h2>
        <p className="mt-2 text-soft">
          {isForInvestors
            ? 'Co-investors, their stages and focus.'
            : 'Write a draft in minutes, also offline. Publish it when it is ready.'}
        </p>
      </div>
      {isForInvestors ? (
        <Link to="/vcs" className={buttonClass('outline')}>
          Browse Investors
        </Link>
      ) : (
        <Link {...toSetup(user)} className={buttonClass('outline')}>
          Showcase your project
        </Link>
      )}
    </section>
  )
}

/** The button in the header of the marketplace. It links a visitor to the sign-in. */
export const ListProjectNow = ({ user }: { user: User | null | undefined }) => (
  <Link {...toSetup(user)} className={buttonClass()}>
    List Project Now
  </Link>
)
