import type { ReactNode } from 'react'

type Props = { id: string; title: string; lead?: ReactNode; children: ReactNode }

/** One section of the settings: its title in the margin, its controls next to it. */
export function SettingsSection({ id, title, lead, children }: Props) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-rule py-9 not-last:border-b md:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {lead && <p className="mt-2 text-sm text-soft">{lead}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

/** A row of a list: a name and its value. */
export const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-h-12 min-w-0 flex-wrap items-center justify-between gap-x-4 border-b border-rule py-2.5">
    <dt className="text-soft">{name}</dt>
    <dd className="min-w-0 break-words text-right" dir="auto">
      {children}
    </dd>
  </div>
)
