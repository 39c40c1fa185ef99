import type { AdminVc } from '#shared/review/applications.ts'
import { isWaiting } from './sort-vcs.ts'

/** The three figures that the specification asks for. */
export function Counts({ vcs }: { vcs: AdminVc[] }) {
  const figures: [string, number][] = [
    ['Pending Review', vcs.filter(isWaiting).length],
    ['Verified VCs', vcs.filter(({ isVerified }) => isVerified).length],
    ['Total VCs', vcs.length],
  ]
  return (
    <dl className="mb-8 grid grid-cols-3 divide-x divide-rule border-b border-rule pb-6">
      {figures.map(([label, figure]) => (
        <div key={label} className="flex flex-col-reverse justify-end px-3 first:pl-0 last:pr-0 sm:px-8">
          <dt className="mt-1 text-sm text-soft">{label}</dt>
          <dd className="font-serif text-4xl leading-none sm:text-6xl">{figure.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  )
}
