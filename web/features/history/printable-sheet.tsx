import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'

type Props = { title: string; number: string; children: ReactNode; below?: ReactNode }

/** A document on a sheet of paper. `below`: what belongs to it and is not printed. */
export function PrintableSheet({ title, number, children, below }: Props) {
  return (
    <div className="frame max-w-2xl pt-6 pb-16 print:pt-0">
      <div className="flex items-center justify-between gap-4 print:hidden">
        <BackLink to="/profile">Profile</BackLink>
        <Button variant="outline" onClick={() => window.print()}>
          <Printer className="size-4" aria-hidden="true" />
          Print or save as PDF
        </Button>
      </div>
      <article className="mt-4 rounded-box border border-rule bg-sheet p-6 sm:p-10 print:border-0 print:p-0">
        <header className="rule-double flex flex-wrap items-end justify-between gap-4 pb-6">
          <div>
            <p className="font-serif text-2xl">Latchkey</p>
            <h1 className="mt-4 text-4xl">{title}</h1>
          </div>
          <p className="font-serif text-2xl tabular-nums">{number}</p>
        </header>
        {children}
      </article>
      {below}
    </div>
  )
}

/** Names and values, one a line. */
export function SheetLines({ lines }: { lines: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className="mt-2 text-sm">
      {lines.map(([label, value]) => (
        <div key={label} className="flex items-baseline justify-between gap-6 border-b border-rule py-3">
          <dt className="shrink-0 text-soft">{label}</dt>
          <dd className="min-w-0 text-right break-words" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type ItemProps = {
  title: string
  kind: string
  amount: string
  /** What is in the last line, and its amount; that of the item where it is absent. */
  total: string
  sum?: string
  /** Between the item and the total. */
  taxes?: readonly (readonly [label: string, value: string])[]
}

/** The one item of a purchase, and the total. */
export function SheetItem({ title, kind, amount, total, sum = amount, taxes = [] }: ItemProps) {
  return (
    <table className="mt-8 w-full">
      <thead>
        <tr className="border-b border-rule text-left text-sm text-soft">
          <th className="py-2 font-normal">Item</th>
          <th className="py-2 text-right font-normal">Amount</th>
        </tr>
      </thead>
      <tbody>
        <tr className="border-b border-rule">
          <td className="py-4 pr-4">
            <span className="block break-words" dir="auto">
              {title}
            </span>
            <span className="text-sm text-soft">{kind}</span>
          </td>
          <td className="py-4 text-right align-top tabular-nums">{amount}</td>
        </tr>
      </tbody>
      <tfoot>
        {taxes.map(([label, value]) => (
          <tr key={label} className="text-sm text-soft">
            <th className="pt-3 text-left font-normal">{label}</th>
            <td className="pt-3 text-right tabular-nums">{value}</td>
          </tr>
        ))}
        <tr>
          <th className="py-4 text-left font-medium">{total}</th>
          <td className="py-4 text-right font-serif text-2xl tabular-nums">{sum}</td>
        </tr>
      </tfoot>
    </table>
  )
}
