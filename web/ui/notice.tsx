import type { ReactNode } from 'react'

/** A remark in the margin of a page: why something waits, what went wrong. It stays until its cause is gone. */
export function Notice({ tone = 'plain', title, children }: { tone?: 'plain' | 'red'; title?: ReactNode; children: ReactNode }) {
  const ink = tone === 'red' ? 'text-red' : 'text-ink'
  return (
    <div role={tone === 'red' ? 'alert' : 'note'} className="rounded-field bg-well px-4 py-3 text-sm">
      {title && <p className={`font-medium ${ink}`}>{title}</p>}
      <div className={title ? 'text-soft' : ink}>{children}</div>
    </div>
  )
}
