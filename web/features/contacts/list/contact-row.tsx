import { Link } from '@tanstack/react-router'
import { ChevronRight, KeyRound } from 'lucide-react'
import { conversationLabels } from '#shared/contacts/conversation.ts'
import type { ContactEntry } from '#shared/contacts/entry.ts'
import { type FollowUp, isDue } from '#shared/contacts/follow-up.ts'
import type { ContactCard } from '#shared/people/contract.ts'
import { cardLines } from '#web/features/contacts/card-lines.ts'
import { displayLink } from '#web/features/contacts/contact-lines.ts'
import { dueLabel } from '#web/features/contacts/follow-ups/due.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { formatDate } from '#web/ui/dates.ts'

type Props = {
  contact: ContactCard
  followUp: FollowUp | undefined
  /** The latest dated entry. */
  latest?: ContactEntry | undefined
  now: number
}

/** A contact in a list, as a link to its page. */
export function ContactRow({ contact, followUp, latest, now }: Props) {
  return (
    <Link
      to="/contacts/$id"
      params={{ id: contact.id }}
      className="group flex items-center gap-4 border-b border-rule py-4 hover:bg-well sm:px-3"
    >
      <Avatar name={contact.name} src={contact.imageUrl} className="size-12 text-xl" />
      <span className="grid min-w-0 flex-1 gap-x-6 sm:grid-cols-2 sm:items-center">
        <span className="min-w-0">
          <span className="block truncate font-serif text-2xl leading-7" dir="auto">
            {contact.name}
          </span>
          <span className="block truncate text-sm text-soft" dir="auto">
            {contact.fund ?? contact.position}
          </span>
        </span>
        <span className="mt-1 min-w-0 sm:mt-0">
          <span className="block truncate text-sm">{bestLine(contact)}</span>
          <Standing followUp={followUp} now={now} />
        </span>
        {latest && (
          <span className="mt-1 block truncate text-sm sm:col-span-2" dir="auto">
            <span className="text-soft">{formatDate(latest.writtenOn)}</span> {firstLine(latest.text)}
          </span>
        )}
      </span>
      <ChevronRight className="size-5 shrink-0 text-soft transition-transform group-hover:translate-x-0.5" aria-hidden="true" />
    </Link>
  )
}

/** The others are on the contact’s page. */
const SHOWN_TAGS = 2

/** Follow-up status at a glance; nothing for a contact without a follow-up. */
function Standing({ followUp, now }: { followUp: FollowUp | undefined; now: number }) {
  if (!followUp) return null
  const { stage, rating, dueAt, tags = [] } = followUp
  return (
    <span className="mt-1.5 flex flex-wrap items-center gap-2 empty:hidden">
      {stage && <Badge>{conversationLabels[stage]}</Badge>}
      {rating && (
        <span className="inline-flex text-brass" role="img" aria-label={`Rated ${rating} of 5`}>
          {Array.from({ length: rating }, (_, at) => (
            <KeyRound key={`key-${at + 1}`} className="size-3.5" aria-hidden="true" />
          ))}
        </span>
      )}
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <Badge key={tag}>
          <bdi className="max-w-32 truncate">{tag}</bdi>
        </Badge>
      ))}
      {tags.length > SHOWN_TAGS && <span className="text-xs text-soft">+{tags.length - SHOWN_TAGS}</span>}
      {dueAt && <Badge tone={isDue({ dueAt }, now) ? 'red' : 'plain'}>{dueLabel(dueAt, now)}</Badge>}
    </span>
  )
}

/** Its beginning is enough: the row shows one line. */
const firstLine = (text: string) => text.trimStart().slice(0, 200).split('\n', 1)[0]

/** The most direct contact detail, so that the list alone is often sufficient. */
const bestLine = (contact: ContactCard) => displayLink(cardLines(contact)[0]?.value ?? '')
