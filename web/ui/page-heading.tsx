import type { ReactNode } from 'react'

/** The head of a page: its title in serif over a double rule, a line of explanation, and one action. */
export function PageHeading({ title, lead, action }: { title: ReactNode; lead?: ReactNode; action?: ReactNode }) {
  return (
    <header className="rule-double mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pb-5">
      <div className="max-w-[44rem]">
        <h1 className="text-4xl sm:text-5xl">{title}</h1>
        {lead && <p className="mt-3 text-soft sm:text-lg">{lead}</p>}
      </div>
      {action}
    </header>
  )
}
