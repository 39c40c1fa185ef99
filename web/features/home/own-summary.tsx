import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'

type Props = {
  name: string
  line?: string | null
  imageUrl?: string | null
  badges: ReactNode
  /** Results so far; amounts of money are in brass. */
  figures: { label: string; value: string; isMoney?: boolean }[]
  actions: ReactNode
}

/** Summary of the user's own project or listing: its appearance, its status, its results. */
export function OwnSummary({ name, line, imageUrl, badges, figures, actions }: Props) {
  return (
    <>
      <div className="flex items-start gap-4 py-4">
        <Avatar name={name} src={imageUrl} className="size-12 text-xl" />
        <div className="min-w-0 flex-1">
          <h3 className="truncate text-2xl leading-7" dir="auto">
            {name}
          </h3>
          {line && (
            <p className="truncate text-sm text-soft" dir="auto">
              {line}
            </p>
          )}
          <p className="mt-2 flex flex-wrap gap-1.5">{badges}</p>
        </div>
      </div>
      <dl className="grid grid-cols-3 divide-x divide-rule border-y border-rule py-4">
        {figures.map(({ label, value, isMoney }) => (
          <div key={label} className="min-w-0 px-4 first:pl-0 last:pr-0">
            <dt className="text-sm text-soft">{label}</dt>
            <dd className={`mt-1 truncate font-serif text-3xl ${isMoney ? 'text-brass' : ''}`}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 flex flex-wrap gap-3">{actions}</p>
    </>
  )
}
