import { conversationLabels } from '#shared/contacts/conversation.ts'
import { inWords } from '#shared/contacts/entries-in-words.ts'
import { type FollowUp, MAX_RATING, nothingYet } from '#shared/contacts/follow-up.ts'
import { followUpLabels } from '#shared/contacts/follow-up-labels.ts'
import { joinNotes, type StoredNote } from '#shared/contacts/merge-note.ts'
import { changedTags, MAX_TAGS } from '#shared/contacts/tags.ts'
import { cents, formatCents } from '#shared/money.ts'
import { type DealField, type DealFields, noDeal } from '#shared/raise/contract.ts'
import { commitmentLabels, dealLabels, instrumentLabels } from '#shared/raise/labels.ts'
import { type PersonFields, personFields } from './contract.ts'
import { personLabels } from './labels.ts'

type FollowUpFields = Pick<FollowUp, 'stage' | 'rating' | 'metAt' | 'dueAt' | 'remindByMail' | 'tags'>

/** What the user has written about one contact, besides dated entries and photos; `undefined` for what is not stored. */
export type OwnAbout = {
  note: StoredNote | undefined
  followUp: FollowUpFields | undefined
  deal: DealFields | undefined
}
/** A contact of a join. */
export type JoinedContact = OwnAbout & {
  /** `undefined` for an unlocked contact, whose fields cannot be changed. */
  fields: PersonFields | undefined
}

export type JoinResult = JoinedContact & {
  /** The values for which there is no room, each with its name; empty when there are none. */
  entry: string
}

/**
 * The contact `into` after a person was joined into it. The device and the server apply the same rule.
 *
 * Every field keeps its value, and an empty one gets that of the person. Where both have a value, the person's is in `entry`. Notes
 * are joined, tags are united. `undefined` in the result: as stored.
 *
 * @param at  ISO instant at which the person's note was written
 */
export function joinContacts(into: JoinedContact, from: JoinedContact & { fields: PersonFields }, at: string): JoinResult {
  const left: string[] = []
  const keep = <Value>(label: string, [own, other]: [own: Value, other: Value], text: (value: NonNullable<Value>) => string) => {
    if (own === null) return other
    if (other !== null && other !== undefined && other !== own) left.push(`${label}: ${text(other)}`)
    return own
  }
  const asText = (value: string | number) => String(value)
  const { fields } = into
  const joinedFields = Object.fromEntries(
    personFields.map((field) => {
      const own = field === 'name' ? from.fields.name : fields ? fields[field] : ''
      return [field, keep(personLabels[field], [own, from.fields[field]], asText)]
    }),
  )
  const followUp = from.followUp && joinFollowUps({ ...nothingYet, ...into.followUp }, from.followUp, keep, left)
  const deal = from.deal && joinDeals({ ...noDeal, ...into.deal }, from.deal, keep)
  const isOtherName = fields?.name !== from.fields.name
  const head = left.length > 0 || isOtherName ? [`From the joined contact ${from.fields.name}`] : []
  return {
    fields: fields && { ...(joinedFields as PersonFields), name: fields.name },
    note: from.note && joinNotes(into.note ?? { text: '', writtenBy: null, clashes: [] }, from.note, at),
    followUp,
    deal,
    entry: [...head, ...left].join('\n'),
  }
}

type Keep = <Value>(label: string, values: [own: Value, other: Value], text: (value: NonNullable<Value>) => string) => Value

function joinFollowUps(own: FollowUpFields, other: FollowUpFields, keep: Keep, left: string[]): FollowUpFields {
  const tags = changedTags(own.tags ?? [], { add: other.tags ?? [] })
  const most = Math.max(MAX_TAGS, own.tags?.length ?? 0)
  const joined = {
    stage: keep(followUpLabels.stage, [own.stage, other.stage], (stage) => conversationLabels[stage]),
    rating: keep(followUpLabels.rating, [own.rating, other.rating], (rating) => `${rating} of ${MAX_RATING}`),
    metAt: keep(followUpLabels.metAt, [own.metAt, other.metAt], String),
    dueAt: keep(followUpLabels.dueAt, [own.dueAt, other.dueAt], inWords),
    // A reminder belongs to its due time.
    remindByMail: own.dueAt === null ? own.remindByMail || other.remindByMail : own.remindByMail,
    tags: tags.slice(0, most),
  }
  if (tags.length > most) left.push(`${followUpLabels.tags}: ${tags.slice(most).join(', ')}`)
  return joined
}

const dealTextOf: { [Field in DealField]: (value: NonNullable<DealFields[Field]>) => string } = {
  amount: (amount) => formatCents(cents(amount)),
  instrument: (instrument) => instrumentLabels[instrument],
  probability: (probability) => `${probability}%`,
  commitment: (commitment) => commitmentLabels[commitment],
  introducedBy: String,
  nextStep: String,
  passReason: String,
}

function joinDeals(own: DealFields, other: DealFields, keep: Keep): DealFields {
  const joined = <Field extends DealField>(field: Field) =>
    keep<DealFields[Field]>(dealLabels[field], [own[field], other[field]], dealTextOf[field])
  return {
    amount: joined('amount'),
    instrument: joined('instrument'),
    probability: joined('probability'),
    commitment: joined('commitment'),
    introducedBy: joined('introducedBy'),
    nextStep: joined('nextStep'),
    passReason: joined('passReason'),
  }
}
