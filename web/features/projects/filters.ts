import * as v from 'valibot'
import type { Project } from '#shared/projects/contract.ts'

const choice = v.optional(v.fallback(v.string(), 'all'), 'all')

/** What the address of the marketplace says; `all` lets everything through. */
export const ProjectFilters = v.object({ ecosystem: choice, vertical: choice })
export type ProjectFilters = v.InferOutput<typeof ProjectFilters>

/** The published projects that match, those with the most votes first. */
export function matchProjects(projects: Project[], { ecosystem, vertical }: ProjectFilters): Project[] {
  return projects
    .filter((project) => ecosystem === 'all' || project.ecosystem === ecosystem)
    .filter((project) => vertical === 'all' || project.vertical === vertical)
    .sort((a, b) => b.voteCount - a.voteCount || a.id.localeCompare(b.id))
}

/** The values that occur, in alphabetical order. */
export function choicesOf(projects: Project[], field: 'ecosystem' | 'vertical'): string[] {
  const values = projects.flatMap((project) => project[field] ?? [])
  return [...new Set(values)].sort((a, b) => a.localeCompare(b))
}
