import type { Investor } from '#shared/directory/contract.ts'
import { investorMarks } from '#web/features/directory/browse/investor-marks.tsx'
import { useFit } from './use-fit.ts'

/** On the page of an investor: why the investor fits the user's project. Empty without a project or without a reason. */
export default function FitForYou({ investor }: { investor: Investor }) {
  const reasons = useFit(true)?.reasonsOf(investor)
  if (!reasons?.length) return null
  return (
    <section aria-label="Your project" className="mt-5 border-t border-rule pt-4">
      <h2 className="column-head font-sans">Fits your project</h2>
      {investorMarks(reasons)}
    </section>
  )
}
