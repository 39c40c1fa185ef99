import { cardOf } from '#server/features/pages/cards/address.ts'
import { projectCard } from '#server/features/pages/cards/content.ts'
import type { PageHead } from '#server/http/replies/page-head.ts'
import type { Project } from '#shared/projects/contract.ts'
import { projectTitle } from '#shared/projects/title.ts'
import { pictureUrl } from '#shared/uploads/address.ts'

export function projectHead(project: Project): PageHead {
  const { id, ecosystem, vertical, projectStage } = project
  const name = projectTitle(project)
  const about = project.oneLineDescription ?? project.description
  const canonical = `/project/${id}`
  const logo = pictureUrl(project.logoUrl ?? '')
  return {
    status: 200,
    kind: 'article',
    title: `${name} · Latchkey`,
    description: about ?? [name, vertical, ecosystem, projectStage].filter(Boolean).join(', '),
    canonical,
    card: cardOf('project', id, projectCard(project)),
    facts: (addressOf) => ({
      '@type': 'Organization',
      name,
      url: addressOf(canonical),
      ...(about && { description: about }),
      ...(logo && { logo: addressOf(logo) }),
      ...(vertical && { knowsAbout: vertical }),
    }),
  }
}
