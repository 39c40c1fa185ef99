import type { Project } from '#shared/projects/contract.ts'
import { fold } from '#shared/search/normalise-text.ts'

/** Folding is the slow part, and a project's words change only with the project. */
const texts = new WeakMap<Project, string>()

function textOf(project: Project): string {
  const known = texts.get(project)
  if (known !== undefined) return known
  const { companyName, oneLineDescription, description, founderName, ecosystem, vertical, projectStage, location } = project
  const said = [companyName, oneLineDescription, description, founderName, ecosystem, vertical, projectStage, location]
  const text = ` ${fold(said.filter(Boolean).join(' '))}`
  texts.set(project, text)
  return text
}

/** Whether a project has every word, from its beginning, in any order and spelling of accents. */
export function matchProjectText(typed: string): (project: Project) => boolean {
  const words = fold(typed).split(' ').filter(Boolean)
  return (project) => words.every((word) => textOf(project).includes(` ${word}`))
}
