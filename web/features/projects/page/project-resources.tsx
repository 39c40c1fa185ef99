import { ArrowUpRight } from 'lucide-react'
import type { Project } from '#shared/projects/contract.ts'
import { projectTitle } from '#shared/projects/title.ts'
import { safeUrl } from '#shared/url.ts'

const places = [
  ['Website', 'websiteUrl'],
  ['LinkedIn', 'linkedinUrl'],
  ['Twitter', 'twitterUrl'],
  ['Data Room', 'dataRoomUrl'],
  ['Pitch Deck', 'pitchDeckUrl'],
  ['Founder on Twitter', 'founderTwitterUrl'],
] as const

/** External links of a project; each opens in a new tab. A link that is not plain http is left out. */
export function ProjectResources({ project }: { project: Project }) {
  const resources = places.map(([label, field]) => ({ label, href: safeUrl(project[field]) }))
  // The chart of a token that is not launched yet is left out.
  const chart = project.tickerLaunched ? safeUrl(project.dexScreenerUrl) : undefined
  const links = [...resources, { label: 'DEX Screener', href: chart }].filter(({ href }) => href)
  if (links.length === 0) return <p className="text-soft">No links</p>
  const name = projectTitle(project)
  return (
    <ul className="-my-2 grid sm:grid-cols-2 sm:gap-x-8">
      {links.map(({ label, href }) => (
        <li key={label} className="border-b border-rule">
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`${label} of ${name}`}
            className="flex min-h-12 items-center justify-between gap-3 hover:underline underline-offset-4"
          >
            {label}
            <ArrowUpRight className="size-4 text-soft" aria-hidden="true" />
          </a>
        </li>
      ))}
    </ul>
  )
}
