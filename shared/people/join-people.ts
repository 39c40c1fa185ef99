import { type ContactNote, MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import { inWords, withVersions } from '#shared/contacts/entries-in-words.ts'
import type { EntryId } from '#shared/contacts/entry.ts'
import { type ChangeFollowUp, type FollowUp, nothingYet } from '#shared/contacts/follow-up.ts'
import { followUpLabels } from '#shared/contacts/follow-up-labels.ts'
import { changedTags, MAX_TAGS } from '#shared/contacts/tags.ts'
import { type Cents, formatCents } from '#shared/money.ts'
import { type Deal, type DealFields, noDeal } from '#shared/raise/contract.ts'
import { commitmentLabels, dealLabels, instrumentLabels, type StageLabels } from '#shared/raise/labels.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { type ContactCard, type PersonFields, personFields } from './contract.ts'
import { personLabels } from './labels.ts'

/** What a user has written about a contact in fields, apart from dated entries and photos. */
export type AboutContact = {
  fields: PersonFields
  note: Pick<ContactNote, 'text' | 'clashes'> | undefined
  followUp: FollowUp | undefined
  deal: Deal | undefined
}

/** What becomes of the contact that stays when an own person is joined into it. Only what changes is given. */
export type JoinPlan = {
  fields: Partial<PersonFields>
  followUp: Omit<ChangeFollowUp, 'contactId'>
  tags: string[]
  deal: Partial<DealFields>
  /** The note with that of the other one below it. */
  note: string | undefined
  /** What has no place of its own, as texts of dated entries. */
  entries: string[]
  /** In words, one line for each value: what fills an empty field, and what is in the entries. */
  words: { filled: string[]; kept: string[] }
}

type Joined = {
  from: AboutContact
  into: AboutContact
  /** False for an unlocked contact: what the user bought is never changed. */
  isOwn: boolean
  stages: StageLabels
}

/** The fields of a contact as those of an own person. */
export const fieldsOfCard = ({ fund, position, ...card }: ContactCard): PersonFields => ({
  name: card.name,
  organisation: fund,
  role: position,
  location: card.location,
  email: card.email,
  phone: card.phone ?? null,
  telegram: card.telegram,
  linkedinUrl: card.linkedinUrl,
  twitterUrl: card.twitterUrl,
  website: card.website,
})

/**
 * Joins a person into another contact. A value fills a field that is empty; a value that differs from that of the other one is
 * kept as a line of a dated entry, so that nothing is lost and nothing is overwritten.
 */
export function planJoin({ from, into, isOwn, stages }: Joined): JoinPlan {
  const [added, lines]: [string[], string[]] = [[], []]
  /** The values that fill empty fields; the others become lines. */
  function fill<Values extends object>(
    [own, other]: [own: Values, other: Values],
    fields: readonly (keyof Values & string)[],
    lineOf: (field: keyof Values & string) => string,
    isWritable = true,
  ): Partial<Values> {
    const given = fields.filter((field) => other[field] !== null && other[field] !== own[field])
    const filled = given.filter((field) => isWritable && own[field] === null)
    added.push(...filled.map(lineOf))
    lines.push(...given.filter((field) => !filled.includes(field)).map(lineOf))
    return Object.fromEntries(filled.map((field) => [field, other[field]])) as Partial<Values>
  }
  const fields = fill([into.fields, from.fields], personFields, (field) => `${personLabels[field]}: ${from.fields[field]}`, isOwn)

  const [ownUp, otherUp] = [into.followUp, from.followUp].map((up) => ({ ...nothingYet, tags: [] as string[], ...up })) as [
    Up,
    Up,
  ]
  const chosen = fill([ownUp, otherUp], ['stage', 'rating', 'metAt', 'dueAt'], (field) => {
    const { stage, dueAt } = otherUp
    const value = field === 'stage' && stage ? stages[stage] : field === 'dueAt' && dueAt ? inWords(dueAt) : otherUp[field]
    return `${followUpLabels[field as keyof typeof followUpLabels]}: ${value}`
  })
  const followUp = { ...chosen, ...(chosen.dueAt && otherUp.remindByMail && !ownUp.remindByMail && { remindByMail: true }) }

  const missing = changedTags(ownUp.tags, { add: otherUp.tags }).slice(ownUp.tags.length)
  const tags = missing.slice(0, Math.max(0, MAX_TAGS - ownUp.tags.length))
  const tagLine = (some: string[]) => (some.length > 0 ? [`${followUpLabels.tags}: ${some.join(', ')}`] : [])
  added.push(...tagLine(tags))
  lines.push(...tagLine(missing.slice(tags.length)))

  const [ownDeal, otherDeal] = [into.deal, from.deal].map((deal) => ({ ...noDeal, ...deal })) as [DealFields, DealFields]
  const deal = fill([ownDeal, otherDeal], Object.keys(noDeal) as (keyof DealFields)[], (field) => dealLine(field, otherDeal))

  const other = from.note ? withVersions(from.note) : ''
  const own = into.note?.text ?? ''
  const note = other !== '' && !own.includes(other) ? [own, other].filter(Boolean).join('\n\n') : own
  const isFitting = note.length <= MAX_NOTE_LENGTH
  const texts = [lines.length > 0 ? `Joined with ${from.fields.name}\n${lines.join('\n')}` : '', isFitting ? '' : other]
  return {
    ...{ fields, followUp, tags, deal },
    note: isFitting && note !== own ? note : undefined,
    entries: texts.flatMap(pieces),
    words: { filled: added, kept: lines },
  }
}

type Up = Pick<NonNullable<AboutContact['followUp']>, 'stage' | 'rating' | 'metAt' | 'dueAt' | 'remindByMail'> & {
  tags: string[]
}

function dealLine(field: keyof DealFields, deal: DealFields): string {
  const { amount, instrument, commitment, probability } = deal
  const texts: Partial<Record<keyof DealFields, string>> = {
    ...(amount !== null && { amount: formatCents(amount as Cents) }),
    ...(instrument && { instrument: instrumentLabels[instrument] }),
    ...(commitment && { commitment: commitmentLabels[commitment] }),
    probability: `${probability} %`,
  }
  return `${dealLabels[field]}: ${texts[field] ?? deal[field]}`
}

/** A text in pieces that fit into one entry each. The pattern counts whole characters, of at most two units. */
const pieces = (text: string): string[] => text.match(new RegExp(`.{1,${MAX_NOTE_LENGTH / 2}}`, 'gsu')) ?? []

/** The id of an entry of a join: two devices that join the same contacts write one entry. */
export function joinEntryId(from: string, into: string, at: number): EntryId {
  const half = (part: number) =>
    Number.parseInt(fingerprint(`${from}>${into}:${at}:${part}`), 36)
      .toString(16)
      .padStart(16, '0')
  const hex = `${half(0)}${half(1)}`
  return `ent_${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}` as EntryId
}
