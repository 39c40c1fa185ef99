import type { Project } from '#shared/projects/contract.ts'
import { fold } from '#shared/search/normalise-text.ts'

/** Normalisation is the slow part, and the text of a project changes only with the project. */
const texts = new WeakMap<Project, string>()

function textOf(project: Project): string {
  const cached = texts.get(project)
  if (cached !== undefined) return cached
  const { companyName, oneLineDescription, description, founderName, ecosystem, vertical, projectStage, location } = project
  const fields = [companyName, oneLineDescription, description, founderName, ecosystem, vertical, projectStage, location]
  const text = ` ${fold(fields.filter(Boolean).join(' '))}`
  texts.set(project, text)
  return text
}

/** Whether a project contains every search term as a word prefix, in any order and spelling of accents. */
export function matchProjectText(query: string): (project: Project) => boolean {
  const terms = fold(query).split(' ').filter(Boolean)
  return (project) => terms.every((term) => textOf(project).includes(` ${term}`))
}
