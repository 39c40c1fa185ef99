import { Globe, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChannelKind } from '#shared/contacts/channels.ts'
import { safeUrl } from '#shared/url.ts'

type Props = {
  name: string
  linkedin?: string | null | undefined
  x?: string | null | undefined
  website?: string | null | undefined
  /** Kinds that an unlock reveals: their icons are shown disabled. A kind without a link that is not among them is not shown. */
  locked?: readonly ChannelKind[] | undefined
}

export function SocialLinks({ name, linkedin, x, website, locked = [] }: Props) {
  const isLocked = (kind: ChannelKind) => locked.includes(kind)
  return (
    <ul className="flex gap-1 empty:hidden">
      <SocialLink mark={<LinkedInMark />} label={`LinkedIn of ${name}`} href={linkedin} isLocked={isLocked('linkedin')} />
      <SocialLink mark="X" label={`X profile of ${name}`} href={x} isLocked={isLocked('x')} />
      <SocialLink
        mark={<Globe className="size-5" aria-hidden="true" />}
        label={`Website of ${name}`}
        href={website}
        isLocked={isLocked('website')}
      />
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

type LinkProps = { mark: ReactNode; label: string; href: string | null | undefined; isLocked: boolean }

function SocialLink({ mark, label, href, isLocked }: LinkProps) {
  const url = safeUrl(href)
  const look = 'relative grid size-11 place-items-center rounded-field text-base font-semibold'
  if (!url && !isLocked) return null
  return (
    <li>
      {url ? (
        <a href={url} target="_blank" rel="noopener noreferrer" aria-label={label} className={`${look} hover:bg-well`}>
          {mark}
        </a>
      ) : (
        <button type="button" disabled aria-label={`${label}, locked`} title="Locked" className={`${look} text-soft`}>
          {mark}
          <Lock className="absolute right-1.5 bottom-1.5 size-3" aria-hidden="true" />
        </button>
      )}
    </li>
  )
}
