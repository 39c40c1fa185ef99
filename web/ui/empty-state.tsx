import type { ReactNode } from 'react'

type Props = { icon?: ReactNode; title: ReactNode; children?: ReactNode; action?: ReactNode }

/** Empty state: what would be listed here, and an action to add it. The text follows the ruled lines. */
export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className="ruled-paper flex flex-col items-center rounded-box border border-rule px-6 py-14 text-center leading-7">
      {icon && <div className="h-14 text-soft">{icon}</div>}
      <div className="font-serif text-2xl leading-7 text-balance">{title}</div>
      {children && <div className="max-w-md text-soft">{children}</div>}
      {action && <div className="mt-7 rounded-field bg-sheet">{action}</div>}
    </div>
  )
}
