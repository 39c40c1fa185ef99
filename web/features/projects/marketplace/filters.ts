import { SECTOR_ALIASES } from '#shared/catalogues.ts'
import { ECOSYSTEM_ALIASES, ECOSYSTEM_FILTERS, VERTICAL_FILTERS } from '#shared/projects/catalogues.ts'
import type { Project } from '#shared/projects/contract.ts'
import type { AppliedFilter } from '#web/ui/applied-filters.tsx'
import { splitChoices, toggleChoice } from '#web/ui/choice-list.ts'
import type { ProjectFilters, ProjectSort } from './search-params.ts'
import { matchProjectText } from './search-text.ts'

/** Whether any filter narrows the list; the order does not. */
export const isNarrowed = ({ q, ecosystem, vertical }: ProjectFilters) =>
  q.trim() !== '' || chosenValues('ecosystem', ecosystem).length > 0 || chosenValues('vertical', vertical).length > 0

const filters = {
  ecosystem: { list: ECOSYSTEM_FILTERS, aliases: ECOSYSTEM_ALIASES },
  vertical: { list: VERTICAL_FILTERS, aliases: SECTOR_ALIASES },
} as const
export type FilterField = keyof typeof filters

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
  const matches = (field: FilterField, list: string) => {
    const chosen = chosenValues(field, list)
    return (project: Project) => chosen.length === 0 || chosen.includes(canonical(field, project[field]) ?? '')
  }
  return projects
    .filter(matches('ecosystem', ecosystem))
    .filter(matches('vertical', vertical))
    .filter(matchProjectText(q))
    .sort(orderOf[sort](votes))
}

/** The values of a filter in one spelling each; empty when it matches everything. */
export const chosenValues = (field: FilterField, list: string): string[] => [
  ...new Set(splitChoices(list).flatMap((value) => (value === 'all' ? [] : (canonical(field, value) ?? [])))),
]

/** The filter with one value added or removed. */
export const toggleValue = (field: FilterField, list: string, value: string): string =>
  toggleChoice(chosenValues(field, list).join(','), value) ?? 'all'

/** Each active value except the search text, with its label and the change that removes it. */
export function appliedFilters({ ecosystem, vertical }: ProjectFilters): AppliedFilter<ProjectFilters>[] {
  const appliedOf = (field: FilterField, label: string, list: string) =>
    chosenValues(field, list).map((value) => ({ label, value, without: { [field]: toggleValue(field, list, value) } }))
  return [...appliedOf('ecosystem', 'Ecosystem', ecosystem), ...appliedOf('vertical', 'Vertical', vertical)]
}

/** Number of projects with a value. */
export function countValues(projects: readonly Project[], field: FilterField): (value: string) => number {
  const counts = new Map<string, number>()
  for (const project of projects) {
    const value = canonical(field, project[field])
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return (value) => counts.get(canonical(field, value) ?? '') ?? 0
}

/** The page's own options, then the other values of the projects, in alphabetical order. */
export function choicesOf(projects: Project[], field: FilterField): string[] {
  const listed: string[] = [...filters[field].list]
  const present = new Set(projects.flatMap((project) => canonical(field, project[field]) ?? []))
  return [...listed, ...[...present].filter((value) => !listed.includes(value)).sort((a, b) => a.localeCompare(b))]
}
