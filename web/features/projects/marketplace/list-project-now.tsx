import { Link } from '@tanstack/react-router'
import type { User } from '#shared/accounts/contract.ts'
import { PROJECT_SETUP } from '#web/features/projects/editor/project-setup.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** The button in the header of the marketplace. It links a visitor to the sign-in. */
export const ListProjectNow = ({ user }: { user: User | null | undefined }) => (
  <Link to={user ? PROJECT_SETUP : '/auth'} className={buttonClass()}>
    List Project Now
  </Link>
)
