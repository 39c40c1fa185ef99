import type { ContactNote } from '#shared/contacts/contract.ts'
import type { ContactEntry } from '#shared/contacts/entry.ts'
import type { FollowUp } from '#shared/contacts/follow-up.ts'
import type { ContactCard } from '#shared/people/contract.ts'
import type { StageLabels } from '#shared/raise/labels.ts'
import { entriesInWords, withVersions } from './entries-in-words.ts'

export const contactColumns = [
  'name',
  'fund',
  'position',
  'location',
  'email',
  'telegram',
  'meetingLink',
  'linkedin',
  'x',
  'website',
  'stages',
  'sectors',
  'stage',
  'rating',
  'metAt',
  'followUp',
  'note',
  'unlockedAt',
  'phone',
  'addedAt',
  'tags',
  'datedNotes',
] as const

export type ContactRow = Record<(typeof contactColumns)[number], string>

type Own = {
  note: ContactNote | undefined
  followUp: FollowUp | undefined
  /** Without the deleted ones. */
  entries: readonly ContactEntry[] | undefined
  stages: StageLabels
}

/** One contact with the user's notes and follow-up, as a row of a table. */
export function toContactRow(contact: ContactCard, { note, followUp, entries, stages }: Own): ContactRow {
  return {
    name: contact.name,
    fund: contact.fund ?? '',
    position: contact.position ?? '',
    location: contact.location ?? '',
    email: contact.email ?? '',
    telegram: contact.telegram ?? '',
    meetingLink: contact.meetingLink ?? '',
    linkedin: contact.linkedinUrl ?? '',
    x: contact.twitterUrl ?? '',
    website: contact.website ?? '',
    stages: contact.stages.join(', '),
    sectors: contact.sectors.join(', '),
    stage: followUp?.stage ? stages[followUp.stage] : '',
    rating: followUp?.rating?.toString() ?? '',
    metAt: followUp?.metAt ?? '',
    followUp: followUp?.dueAt ?? '',
    note: note ? withVersions(note) : '',
    unlockedAt: contact.unlockedAt ?? '',
    phone: contact.phone ?? '',
    addedAt: contact.addedAt ?? '',
    tags: followUp?.tags?.map(quoted).join(', ') ?? '',
    datedNotes: entriesInWords(entries ?? []),
  }
}

/** A tag with a comma is quoted: the import reads it as one. */
const quoted = (tag: string) => (/[",]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)
