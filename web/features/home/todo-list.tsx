import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { TodoItem } from './todo-items.ts'

export function WaitingList({ items }: { items: readonly TodoItem[] }) {
  return (
    <ul className="divide-y divide-rule">
      {items.map(({ key, title, note, to, needsPerson }) => (
        <li key={key} className="group relative flex min-h-16 items-center gap-4 py-3">
          <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${needsPerson ? 'bg-ink' : 'border border-edge'}`} />
          <span className="min-w-0 flex-1">
            {to ? (
              <Link
                to={to}
                className="block truncate font-medium underline-offset-4 group-hover:underline after:absolute after:inset-0"
                dir="auto"
              >
                {title}
              </Link>
            ) : (
              <span className="block font-medium">{title}</span>
            )}
            <span className="block text-sm text-soft">{note}</span>
          </span>
          {to && <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden="true" />}
        </li>
      ))}
    </ul>
  )
}
