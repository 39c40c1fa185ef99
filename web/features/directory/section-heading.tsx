const titles = {
  verified: ['Verified Investors', 'Checked by the team. Pay once and write to them directly.'],
  funds: ['Cold Investor Scout', 'Funds without an account here, and the people in them who decide.'],
  browse: ['Browse Investors', 'Not verified yet. We ask them for an introduction on your behalf.'],
} as const

export function SectionHeading({ section, count }: { section: keyof typeof titles; count: number }) {
  const [title, lead] = titles[section]
  return (
    <div className="flex items-baseline justify-between gap-4 pt-6 pb-4 sm:pt-8 sm:pb-5">
      <div>
        <h2 className="text-3xl">{title}</h2>
        <p className="mt-1 text-sm text-soft">{lead}</p>
      </div>
      <p className="shrink-0 font-serif text-2xl text-soft tabular-nums">{count.toLocaleString('en-US')}</p>
    </div>
  )
}
