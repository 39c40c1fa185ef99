import type { ComponentProps, ReactNode } from 'react'

/** A surface on the page: a card, a panel, a form. */
export function Sheet({ className = '', ...props }: ComponentProps<'section'>) {
  return <section {...props} className={`min-w-0 rounded-box border border-rule bg-sheet p-5 sm:p-7 ${className}`} />
}

/** The heading of a sheet, with a rule below it. */
export function SheetTitle({ children, aside, id }: { children: ReactNode; aside?: ReactNode; id?: string }) {
  return (
    <div className="mb-5 flex items-end justify-between gap-4 border-b border-rule pb-3">
      <h2 id={id} className="text-2xl">
        {children}
      </h2>
      {aside}
    </div>
  )
}
