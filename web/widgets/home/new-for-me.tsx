import { useMemo } from 'react'
import { roleLine } from '#shared/directory/title.ts'
import { formatPrice } from '#shared/money.ts'
import { formatAmount } from '#shared/projects/amount.ts'
import { projectTitle } from '#shared/projects/title.ts'
import { useProjects } from '#web/features/directory/funds-and-projects.ts'
import { isForSale } from '#web/features/directory/investor/labels.ts'
import { useInvestorSearch } from '#web/features/directory/queries.ts'
import { DashboardSection, EmptySection } from '#web/features/home/dashboard-layout.tsx'
import { FeaturedRow } from '#web/features/home/featured-row.tsx'
import { useInvestorActivity } from '#web/features/listings/queries.ts'

const SHOWN = 5
/** Of an investor's five items, at most this many are requests of founders. */
const SHOWN_REQUESTS = 3
/** Number of the newest items that are checked for being new; after a long absence the count stops at "50". */
const MAX_CHECKED = 50

/** A new item as a row of the page: title, details, and time (ISO instant). */
export type Fresh = Omit<Parameters<typeof FeaturedRow>[0], 'isNew'> & { key: string; at: string }

/** The newest investors, for a founder. */
export function useFreshInvestors(): Fresh[] {
  const search = useInvestorSearch({ sort: 'newest', isVerified: true, limit: MAX_CHECKED })
  return useMemo(
    () =>
      (search?.items ?? []).map((investor) => ({
        key: investor.id,
        at: investor.listedAt,
        to: `/vc/${investor.id}`,
        name: investor.name,
        line: roleLine(investor),
        imageUrl: investor.imageUrl,
        value: isForSale(investor) ? formatPrice(investor.quote) : undefined,
      })),
    [search],
  )
}

/** Requests of founders for this investor, then the newest projects. */
export function useFreshProjects(): Fresh[] {
  const projects = useProjects()
  const activity = useInvestorActivity()
  return useMemo(() => {
    const requests = (activity?.requests ?? []).slice(0, SHOWN_REQUESTS).map(({ id, founderName, projectName, createdAt }) => ({
      key: id,
      at: createdAt,
      to: '/profile?tab=activity',
      name: founderName,
      line: `${projectName} · requested your contact`,
    }))
    const latest = [...(projects ?? [])]
      .sort((a, b) => b.publishedAt.localeCompare(a.publishedAt))
      .map((project) => ({
        key: project.id,
        at: project.publishedAt,
        to: `/project/${project.id}`,
        name: projectTitle(project),
        line: [project.vertical, project.ecosystem, project.projectStage].filter(Boolean).join(' · '),
        imageUrl: project.logoUrl,
        value: project.amountRaising ? `raising ${formatAmount(project.amountRaising)}` : undefined,
        isPrice: false,
      }))
    return [...requests, ...latest]
  }, [projects, activity])
}

export const isSince = ({ at }: Pick<Fresh, 'at'>, since: number | undefined) => since !== undefined && Date.parse(at) > since

type Props = { fresh: readonly Fresh[]; newSince: number | undefined; isFounder: boolean }

export function NewForMe({ fresh, newSince, isFounder }: Props) {
  const more = isFounder ? { to: '/vcs?sort=newest', label: 'All investors' } : { to: '/scout', label: 'All projects' }
  return (
    <DashboardSection id="new-for-me" title="New for you" more={more}>
      {fresh.length === 0 && (
        <EmptySection>
          {isFounder ? 'New verified investors appear here.' : 'New projects and founders who request your contact appear here.'}
        </EmptySection>
      )}
      <ol className="divide-y divide-rule">
        {fresh.slice(0, SHOWN).map(({ key, at, ...row }) => (
          <FeaturedRow key={key} {...row} isNew={isSince({ at }, newSince)} />
        ))}
      </ol>
    </DashboardSection>
  )
}
