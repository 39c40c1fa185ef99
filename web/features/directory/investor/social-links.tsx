import { Globe } from 'lucide-react'
import type { ReactNode } from 'react'
import { safeUrl } from '#shared/url.ts'

type Props = {
  name: string
  /** A link that is missing or unsafe is shown as a disabled icon. */
  linkedin?: string | null
  x?: string | null
  website?: string | null
}

export function SocialLinks({ name, linkedin, x, website }: Props) {
  return (
    <ul className="flex gap-1">
      <SocialLink mark={<LinkedInMark />} label={`LinkedIn of ${name}`} href={linkedin} />
      <SocialLink mark="X" label={`X profile of ${name}`} href={x} />
      <SocialLink mark={<Globe className="size-5" aria-hidden="true" />} label={`Website of ${name}`} href={website} />
    </ul>
  )
}

/** An icon without text: the letters in a brand icon are not part of the link's name. */
const LinkedInMark = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="3" className="size-5">
    <circle cx="5.5" cy="5" r="2" fill="currentColor" stroke="none" />
    <path d="M5.5 9.5V20M11 20V9.5M11 14.5a4 4 0 0 1 8 0V20" />
  </svg>
)

function SocialLink({ mark, label, href }: { mark: ReactNode; label: string; href?: string | null }) {
  const url = safeUrl(href)
  const look = 'grid size-11 place-items-center rounded-field text-base font-semibold'
  return (
    <li>
      {url ? (
        <a href={url} target="_blank" rel="noopener noreferrer" aria-label={label} className={`${look} hover:bg-well`}>
          {mark}
        </a>
      ) : (
        <button type="button" disabled aria-label={`${label}, not available`} className={`${look} text-edge opacity-60`}>
          {mark}
        </button>
      )}
    </li>
  )
}
