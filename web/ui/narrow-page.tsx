import type { ReactNode } from 'react'
import { Sheet } from './sheet.tsx'

type Props = { mark?: ReactNode; title: string; lead?: ReactNode; children: ReactNode; foot?: ReactNode }

/** A narrow page with one question, such as a gate on the way to another page. */
export function NarrowPage({ mark, title, lead, children, foot }: Props) {
  return (
    <div className="mx-auto w-full max-w-lg px-5 py-10 sm:py-16">
      {mark && <div className="mb-6">{mark}</div>}
      <h1 className="text-4xl sm:text-5xl">{title}</h1>
      {lead && <p className="mt-3 text-soft">{lead}</p>}
      <Sheet className="mt-8">{children}</Sheet>
      {foot && <div className="mt-5 text-sm text-soft">{foot}</div>}
    </div>
  )
}
