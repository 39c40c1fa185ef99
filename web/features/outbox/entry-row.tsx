import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isPersonId } from '#shared/people/contract.ts'
import type { About, Described } from './describe-mutation.ts'
import { FullText } from './full-text.tsx'

/** Names of the entities that entries refer to; the page that has them passes them in. */
export type NameOf = (about: About) => string | undefined

const pageOf = (about: About): string | undefined => {
  if (about.kind === 'investor') return isPersonId(about.id) ? `/contacts/${about.id}` : `/vc/${about.id}`
  return about.kind === 'project' ? `/project/${about.id}` : undefined
}

const MAX_OPENING_LENGTH = 140

/** The beginning of the text, on one line. */
export const firstWords = (text: string) => {
  const line = text
    .trim()
    .replace(/\n\s*\n/g, ' · ')
    .replace(/\s+/g, ' ')
  return line.length > MAX_OPENING_LENGTH ? `${line.slice(0, MAX_OPENING_LENGTH).trimEnd()}…` : line
}

type Props = {
  described: Described
  nameOf: NameOf
  /** When the entry was written or sent, and its status. */
  note: ReactNode
  /** Why the server rejected it. */
  reason?: string | undefined
  /** Shows the full text instead of its beginning. */
  isWhole?: boolean
  children?: ReactNode
}

/** One mutation for the screen: its kind, its entity, the beginning of its text. */
export function EntryLine({ described: { title, about, words }, nameOf, note, reason, isWhole = false, children }: Props) {
  const name = about && nameOf(about)
  const page = about && pageOf(about)
  return (
    <article aria-label={name ? `${title}, ${name}` : title} className="py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h3 className="font-sans font-medium">
          {title}
          {name && (
            <>
              {' · '}
              {page ? (
                <Link to={page} className="underline-offset-4 hover:underline" dir="auto">
                  {name}
                </Link>
              ) : (
                <span dir="auto">{name}</span>
              )}
            </>
          )}
        </h3>
        <p className="text-sm text-soft">{note}</p>
      </div>
      {reason && <p className="mt-1 text-red">{reason}</p>}
      {words &&
        (isWhole ? (
          <FullText words={words} className="mt-2 max-h-60" />
        ) : (
          <p className="mt-0.5 line-clamp-2 text-soft" dir="auto">
            {firstWords(words)}
          </p>
        ))}
      {children}
    </article>
  )
}
