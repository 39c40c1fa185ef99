import { ArrowUpRight } from 'lucide-react'
import type { Project } from '#shared/projects/contract.ts'
import { safeUrl } from '#shared/url.ts'

const places = [
  ['Website', 'websiteUrl'],
  ['X', 'twitterUrl'],
  ['LinkedIn', 'linkedinUrl'],
  ['Founder on X', 'founderTwitterUrl'],
] as const

/** External links of a project. A link that is not plain http is left out. */
export function ProjectLinks({ project, name }: { project: Project; name: string }) {
  const links = places.flatMap(([label, field]) => {
    const href = safeUrl(project[field])
    return href ? [{ label, href }] : []
  })
  if (links.length === 0) return <p className="flex min-h-11 items-center pt-2 text-sm text-soft">No links</p>
  return (
    <ul className="flex flex-wrap gap-x-4 pt-2">
      {links.map(({ label, href }) => (
        <li key={label}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`${label} of ${name}`}
            className="inline-flex min-h-11 min-w-11 items-center justify-center gap-0.5 text-sm underline decoration-edge underline-offset-4 hover:decoration-ink"
          >
            {label}
            <ArrowUpRight className="size-3.5" aria-hidden="true" />
          </a>
        </li>
      ))}
    </ul>
  )
}
