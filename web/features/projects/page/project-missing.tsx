import { Link } from '@tanstack/react-router'
import { FileX } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'

/** The project does not exist, or it is not on this device and the server could not be reached. */
export function ProjectMissing({ isUnreached = false }: { isUnreached?: boolean }) {
  usePageTitle('Project Not Found')
  return (
    <EmptyState
      icon={<FileX className="size-8" strokeWidth={1.25} aria-hidden="true" />}
      title={<h1 className="text-4xl">Project Not Found</h1>}
      action={
        <Link to="/scout" className={buttonClass('outline')}>
          Back to Scout
        </Link>
      }
    >
      <p>
        {isUnreached
          ? 'Not on this device, and the server can’t be reached. We retry when you reconnect.'
          : 'It may have left the marketplace, or the link is incomplete.'}
      </p>
    </EmptyState>
  )
}
