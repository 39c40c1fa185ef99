import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'

type Props = {
  name: string
  /** The portrait or monogram before the name; null for an entry without one. */
  portrait: { name: string; src: string | null } | null
  detail: ReactNode
  badges: ReactNode
  isOpen: boolean
  panelId: string
  toggle: () => void
  actions?: ReactNode
  /** The full entry, below its line while it is open. */
  children: ReactNode
}

/** One entry of a queue: its subject, its status, its actions; all details when expanded. */
export function QueueRow({ name, portrait, detail, badges, isOpen, panelId, toggle, actions, children }: Props) {
  return (
    <article aria-label={name}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button
          type="button"
          data-line
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={toggle}
          className="group flex min-h-14 min-w-0 flex-[1_1_20rem] cursor-pointer items-center gap-4 text-left"
        >
          {portrait && <Avatar {...portrait} className="size-14 text-2xl" />}
          <span className="min-w-0 flex-1">
            <span className="block truncate font-serif text-xl leading-tight" dir="auto">
              {name}
            </span>
            <span className="block truncate text-sm text-soft" dir="auto">
              {detail}
            </span>
            <span className="mt-1.5 flex flex-wrap gap-1.5">{badges}</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className={`size-5 shrink-0 text-soft transition-transform group-hover:text-ink ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
        {actions && <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{actions}</div>}
      </div>
      <div id={panelId} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </article>
  )
}
