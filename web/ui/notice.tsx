import type { ReactNode } from 'react'

/** An inline notice: a reason for waiting, or an error. It stays until its cause is resolved. */
export function Notice({ tone = 'plain', title, children }: { tone?: 'plain' | 'red'; title?: ReactNode; children: ReactNode }) {
  const ink = tone === 'red' ? 'text-red' : 'text-ink'
  return (
    <div role={tone === 'red' ? 'alert' : 'note'} className="rounded-field bg-well px-4 py-3 text-sm">
      {title && <p className={`font-medium ${ink}`}>{title}</p>}
      <div className={title ? 'text-soft' : ink}>{children}</div>
    </div>
  )
}
