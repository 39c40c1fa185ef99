import type { Project } from '#shared/projects/contract.ts'
import type { ProjectDetail, ScoutRecord } from '#shared/projects/detail.ts'
import { isFundraising } from '#shared/projects/is-fundraising.ts'
import { pictureUrl } from '#shared/uploads/address.ts'
import { safeUrl } from '#shared/url.ts'
import { presentProject } from './present.ts'
import type { ProjectRow } from './queries.ts'

/** A row in the format of `GET /api/projects/{id}`. */
export function presentDetail(row: ProjectRow): ProjectDetail {
  const project = withSafeLinks(presentProject(row))
  return {
    ...project,
    oneLineDescription: project.oneLineDescription ?? project.description,
    description: project.description ?? project.oneLineDescription,
    isRaising: isFundraising(project),
    isPublished: row.isPublished,
    votes: project.voteCount,
  }
}

/** A row in the format of `GET /api/scout-projects`. */
export function presentRecord(row: ProjectRow): ScoutRecord {
  const project = withSafeLinks(presentProject(row))
  return {
    id: project.id,
    fields: {
      'Company Name': project.companyName,
      'Logo URL': project.logoUrl,
      Ecosystem: project.ecosystem,
      Vertical: project.vertical,
      'Verification Status': project.status,
      Votes: project.voteCount,
      Description: project.description ?? project.oneLineDescription,
      'Project Stage': project.projectStage,
      'Amount Raising': project.amountRaising,
      Valuation: project.valuation,
      'Revenue Generating': project.revenueGenerating ? 'Yes' : 'No',
      'Twitter URL': project.twitterUrl,
      'LinkedIn URL': project.linkedinUrl,
      'Website URL': project.websiteUrl,
      'Founder Twitter URL': project.founderTwitterUrl,
      'Pitch Deck URL': project.pitchDeckUrl,
    },
  }
}

/** Clients of these endpoints may not check links as the web app does: links other than plain http(s) are removed. */
function withSafeLinks(project: Project): Project {
  const links = Object.entries(project).filter(([name]) => name.endsWith('Url'))
  const safe = Object.fromEntries(links.map(([name, link]) => [name, safeUrl(link) ?? null]))
  return { ...project, ...safe, logoUrl: pictureUrl(project.logoUrl ?? '') ?? null }
}
