import { Link } from '@tanstack/react-router'
import type { User } from '#shared/accounts/contract.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PROJECT_SETUP } from './project-setup.ts'

/** The button of the marketplace's head. A visitor signs in first. */
export const ListProjectNow = ({ user }: { user: User | null | undefined }) => (
  <Link to={user ? PROJECT_SETUP : '/auth'} className={buttonClass()}>
    List Project Now
  </Link>
)
