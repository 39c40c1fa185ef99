import type { AdminApplication } from '#shared/admin/applications.ts'
import { MAX_TURNED_DOWN, MAX_VERIFIED, MAX_WAITING } from '#shared/admin/bounds.ts'
import { formatCount } from '#shared/format/count.ts'
import { isWaiting } from './sort-applications.ts'

/** The three figures that the specification requires. The directory lists more: records of imports have no application. */
export function Counts({ applications }: { applications: AdminApplication[] }) {
  const [waiting, verified] = [applications.filter(isWaiting).length, applications.filter(({ isVerified }) => isVerified).length]
  const isCut = [waiting >= MAX_WAITING, verified >= MAX_VERIFIED, applications.length - waiting - verified >= MAX_TURNED_DOWN]
  const figures: [label: string, figure: number, hasMore: boolean | undefined][] = [
    ['Pending Review', waiting, isCut[0]],
    ['Verified VCs', verified, isCut[1]],
    ['Total VCs', applications.length, isCut.includes(true)],
  ]
  return (
    <div className="mb-3 border-b border-rule pb-3 sm:mb-8 sm:pb-6">
      <dl className="grid grid-cols-3 divide-x divide-rule">
        {figures.map(([label, figure, hasMore]) => (
          // On a phone in one line, so that the queue begins in the upper half of the screen.
          <div
            key={label}
            className="flex flex-row-reverse items-baseline justify-end gap-1.5 px-2 first:pl-0 last:pr-0 sm:flex-col-reverse sm:items-stretch sm:gap-0 sm:px-8"
          >
            <dt className="text-xs whitespace-nowrap text-soft sm:mt-1 sm:text-sm">{label}</dt>
            <dd className="font-serif text-xl leading-none sm:text-6xl">
              {formatCount(figure)}
              {hasMore && '+'}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-soft max-sm:sr-only">Applications only. Investors from imported lists are not counted.</p>
    </div>
  )
}
