import { useMemo } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { roleLine } from '#shared/directory/title.ts'
import { formatPrice } from '#shared/money.ts'
import { formatAmount } from '#shared/projects/amount.ts'
import type { Project } from '#shared/projects/contract.ts'
import { projectTitle } from '#shared/projects/title.ts'
import { useInvestorSearch, useProjects } from '#web/features/directory/queries.ts'
import { DayBlank, DaySection } from '#web/features/home/day-book.tsx'
import { LedgerRow } from '#web/features/home/ledger-row.tsx'

const SHOWN = 5
/** The newest are looked through for what came since the last visit; whoever was away for longer reads "50". */
const LOOKED_THROUGH = 50

const isSince = (instant: string, since: number | undefined) => since !== undefined && Date.parse(instant) > since

/** The newest of what this person came for: investors for a founder, projects for an investor. */
export function useFresh(isFounder: boolean, newSince: number | undefined) {
  const search = useInvestorSearch({ sort: 'newest', isVerified: true, limit: isFounder ? LOOKED_THROUGH : 0 })
  const projects = useProjects()
  return useMemo(() => {
    const investors = search?.items ?? []
    const latest = [...(projects ?? [])].sort((a, b) => b.publishedAt.localeCompare(a.publishedAt))
    const instants = isFounder ? investors.map(({ listedAt }) => listedAt) : latest.map(({ publishedAt }) => publishedAt)
    return {
      investors: investors.slice(0, SHOWN),
      projects: latest.slice(0, SHOWN),
      count: instants.filter((instant) => isSince(instant, newSince)).length,
    }
  }, [search, projects, isFounder, newSince])
}

export function NewForFounder({ fresh, newSince }: { fresh: Investor[]; newSince: number | undefined }) {
  return (
    <DaySection id="new-for-me" title="New for you" more={{ to: '/vcs?sort=newest', label: 'All investors' }}>
      {fresh.length === 0 && <DayBlank>Verified investors stand here as they join.</DayBlank>}
      <ol className="divide-y divide-rule">
        {fresh.map((investor) => (
          <LedgerRow
            key={investor.id}
            to={`/vc/${investor.id}`}
            name={investor.name}
            line={roleLine(investor)}
            imageUrl={investor.imageUrl}
            value={investor.isPurchasable ? formatPrice(investor.quote) : undefined}
            isNew={isSince(investor.listedAt, newSince)}
          />
        ))}
      </ol>
    </DaySection>
  )
}

export function NewForInvestor({ fresh, newSince }: { fresh: Project[]; newSince: number | undefined }) {
  return (
    <DaySection id="new-for-me" title="New for you" more={{ to: '/scout', label: 'All projects' }}>
      {fresh.length === 0 && <DayBlank>Projects stand here as their founders publish them.</DayBlank>}
      <ol className="divide-y divide-rule">
        {fresh.map((project) => (
          <LedgerRow
            key={project.id}
            to={`/project/${project.id}`}
            name={projectTitle(project)}
            line={[project.vertical, project.ecosystem, project.projectStage].filter(Boolean).join(' · ')}
            imageUrl={project.logoUrl}
            value={project.amountRaising ? `raising ${formatAmount(project.amountRaising)}` : undefined}
            isPrice={false}
            isNew={isSince(project.publishedAt, newSince)}
          />
        ))}
      </ol>
    </DaySection>
  )
}
