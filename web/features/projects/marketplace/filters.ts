import { ECOSYSTEM_ALIASES, ECOSYSTEM_FILTERS, SECTOR_ALIASES, VERTICAL_FILTERS } from '#shared/catalogues.ts'
import type { Project } from '#shared/projects/contract.ts'
import type { ProjectFilters, ProjectSort } from './search-params.ts'
import { matchProjectText } from './search-text.ts'

/** Whether any filter narrows the list; the order does not. */
export const isNarrowed = ({ q, ecosystem, vertical }: ProjectFilters) =>
  q.trim() !== '' || ecosystem !== 'all' || vertical !== 'all'

const filters = {
  ecosystem: { list: ECOSYSTEM_FILTERS, aliases: ECOSYSTEM_ALIASES },
  vertical: { list: VERTICAL_FILTERS, aliases: SECTOR_ALIASES },
} as const
type FilterField = keyof typeof filters

/** One spelling for each value. */
const canonical = (field: FilterField, value: string | null) => value && (filters[field].aliases[value] ?? value)

type Order = (a: Project, b: Project) => number
type CountVotes = (project: Project) => number

const orderOf: Record<ProjectSort, (votes: Order) => Order> = {
  votes: (votes) => votes,
  newest: (votes) => (a, b) => b.publishedAt.localeCompare(a.publishedAt) || votes(a, b),
  raising: (votes) => (a, b) => (b.amountRaising ?? 0) - (a.amountRaising ?? 0) || votes(a, b),
}

/**
 * The published projects that match, in the requested order.
 *
 * @param count  the number of votes to sort by, where that is not the latest
 */
export function matchProjects(
  projects: Project[],
  filters: ProjectFilters,
  count: CountVotes = (one) => one.voteCount,
): Project[] {
  const { q, ecosystem, vertical, sort } = filters
  const votes: Order = (a, b) => count(b) - count(a) || a.id.localeCompare(b.id)
  const matches = (field: FilterField, value: string) => (project: Project) =>
    value === 'all' || canonical(field, project[field]) === canonical(field, value)
  return projects
    .filter(matches('ecosystem', ecosystem))
    .filter(matches('vertical', vertical))
    .filter(matchProjectText(q))
    .sort(orderOf[sort](votes))
}

/** The page's own options, then the other values of the projects, in alphabetical order. */
export function choicesOf(projects: Project[], field: FilterField): string[] {
  const listed: string[] = [...filters[field].list]
  const present = new Set(projects.flatMap((project) => canonical(field, project[field]) ?? []))
  return [...listed, ...[...present].filter((value) => !listed.includes(value)).sort((a, b) => a.localeCompare(b))]
}
