import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { User } from '#shared/accounts/contract.ts'
import { isInvestor } from '#shared/accounts/is-investor.ts'
import { buttonClass } from '#web/ui/button.tsx'

/**
 * Link for users who may list a project. On a desktop it floats over the page; its style is quiet, because the page has primary
 * buttons of its own. On a phone it is at the end of the page.
 */
export function ListProject({ user }: { user: User | null | undefined }) {
  if (user === undefined || (user && isInvestor(user))) return null
  return (
    <Link
      to={user ? '/project-setup' : '/auth'}
      search={user ? {} : { next: '/project-setup', defaultType: 'founder' }}
      className={buttonClass(
        'outline',
        'list-project max-md:mx-auto! max-md:flex! max-md:w-fit! bg-sheet! pr-4 pl-3 hover:bg-well!',
      )}
    >
      <Plus className="size-4.5" aria-hidden="true" />
      List Project
    </Link>
  )
}
