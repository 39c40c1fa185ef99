import type * as v from 'valibot'
import { Rename, squashRenames } from '#shared/accounts/rename.ts'
import { ReplyToCall } from '#shared/bookings/call-reply.ts'
import { SaveInvestor, WriteIntro, WriteNote } from '#shared/contacts/contract.ts'
import { DeleteEntry, WriteEntry } from '#shared/contacts/entry.ts'
import { ChangeFollowUp } from '#shared/contacts/follow-up.ts'
import { squashEntryWrites } from '#shared/contacts/merge-entry.ts'
import { squashFollowUps } from '#shared/contacts/merge-follow-up.ts'
import { squashNotes } from '#shared/contacts/merge-note.ts'
import { ChangeTags, squashTagChanges } from '#shared/contacts/tags.ts'
import { SubmitFeedback, SubmitSupport, WriteTicket } from '#shared/help/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { WriteListing } from '#shared/listings/edit.ts'
import { SetHours, squashHours } from '#shared/listings/hours.ts'
import { PauseListing } from '#shared/listings/pause.ts'
import { SetReplyDays } from '#shared/listings/reply-days.ts'
import { JoinEarlyAccess } from '#shared/newsletter/contract.ts'
import { ReadNotices, squashReads } from '#shared/notices/contract.ts'
import { PreferNotices } from '#shared/notices/preferences.ts'
import { DeletePerson, isPersonId, JoinPerson, WritePerson } from '#shared/people/contract.ts'
import { DeletePhoto } from '#shared/photos/contract.ts'
import { SaveDraft } from '#shared/projects/edit.ts'
import { ReportProject } from '#shared/projects/report.ts'
import { squashDrafts } from '#shared/projects/squash-drafts.ts'
import { CastVote } from '#shared/projects/vote.ts'
import { WriteDeal, WriteRound } from '#shared/raise/contract.ts'
import { RateCall } from '#shared/ratings/contract.ts'
import { GiveReply } from '#shared/replies/contract.ts'
import { DeleteSearch, WriteSearch } from '#shared/searches/contract.ts'
import { squashSearchWrites } from '#shared/searches/merge-search.ts'
import { WriteTemplate } from '#shared/templates/contract.ts'
import { RequestIntro } from '#shared/unlocks/intro.ts'
import { squashFields } from './merge-fields.ts'

/**
 * The operations that are available offline: named mutations, never rows. A server keeps the name of every mutation that was ever
 * released, because an installed app may be months old.
 */
export const mutationArgs = {
  'contact.note': WriteNote,
  'contact.intro': WriteIntro,
  'contact.follow-up': ChangeFollowUp,
  'contact.tag': ChangeTags,
  'entry.write': WriteEntry,
  'entry.delete': DeleteEntry,
  'photo.delete': DeletePhoto,
  'investor.save': SaveInvestor,
  'person.write': WritePerson,
  'person.delete': DeletePerson,
  'person.join': JoinPerson,
  'deal.write': WriteDeal,
  'raise.write': WriteRound,
  'template.write': WriteTemplate,
  'search.write': WriteSearch,
  'search.delete': DeleteSearch,
  'intro.request': RequestIntro,
  'request.reply': GiveReply,
  'call.rate': RateCall,
  'call.reply': ReplyToCall,
  'vote.cast': CastVote,
  'project.report': ReportProject,
  'project.saveDraft': SaveDraft,
  'listing.edit': WriteListing,
  'listing.pause': PauseListing,
  'listing.hours': SetHours,
  'listing.replyDays': SetReplyDays,
  'feedback.submit': SubmitFeedback,
  'support.submit': SubmitSupport,
  'ticket.write': WriteTicket,
  'earlyAccess.join': JoinEarlyAccess,
  'profile.rename': Rename,
  'notice.read': ReadNotices,
  'notice.prefer': PreferNotices,
} as const

export type MutationName = keyof typeof mutationArgs
export type MutationArgs = { [Name in MutationName]: v.InferOutput<(typeof mutationArgs)[Name]> }

/** What is written about an own person is applied after the person. */
const contactKey = (kind: string, id: VcId) => (isPersonId(id) ? `person:${id}` : `${kind}:${id}`)
const entryKey = (id: string, contactId: VcId) => (isPersonId(contactId) ? `person:${contactId}` : id)

/** The ordering key of a mutation. Mutations with the same key keep their order; others may be applied in parallel. */
export const orderingKeyOf: { [Name in MutationName]: (args: MutationArgs[Name]) => string } = {
  'contact.note': ({ contactId }) => contactKey('note', contactId),
  'contact.intro': ({ contactId }) => contactKey('intro-text', contactId),
  'contact.follow-up': ({ contactId }) => contactKey('follow-up', contactId),
  'contact.tag': ({ contactId }) => contactKey('tags', contactId),
  'entry.write': ({ id, contactId }) => entryKey(id, contactId),
  'entry.delete': ({ id, contactId }) => entryKey(id, contactId),
  'photo.delete': ({ id, contactId }) => entryKey(id, contactId),
  'investor.save': ({ vcId }) => `saved:${vcId}`,
  'person.write': ({ id }) => `person:${id}`,
  'person.delete': ({ id }) => `person:${id}`,
  'person.join': ({ from }) => `person:${from}`,
  'deal.write': ({ id }) => contactKey('deal', id),
  'raise.write': () => 'raise',
  'template.write': ({ id }) => `template:${id}`,
  'search.write': ({ id }) => `search:${id}`,
  'search.delete': ({ id }) => `search:${id}`,
  'intro.request': ({ vcId }) => `intro:${vcId}`,
  'request.reply': ({ requestId }) => `reply:${requestId}`,
  'call.rate': ({ bookingId }) => `rating:${bookingId}`,
  'call.reply': ({ bookingId }) => `call-reply:${bookingId}`,
  'vote.cast': ({ projectId }) => `vote:${projectId}`,
  'project.report': ({ projectId }) => `report:${projectId}`,
  'project.saveDraft': () => 'project-draft',
  'listing.edit': ({ vcId }) => `listing:${vcId}`,
  'listing.pause': ({ vcId }) => `pause:${vcId}`,
  'listing.hours': ({ vcId }) => `hours:${vcId}`,
  'listing.replyDays': ({ vcId }) => `reply-days:${vcId}`,
  'feedback.submit': ({ id }) => `ticket:${id}`,
  'support.submit': ({ id }) => `ticket:${id}`,
  'ticket.write': ({ ticketId }) => `ticket:${ticketId}`,
  'earlyAccess.join': ({ email }) => `early-access:${email}`,
  'profile.rename': () => 'names',
  'notice.read': () => 'notices',
  'notice.prefer': ({ which }) => `notices:${which}`,
}

/** The further ordering keys of a mutation about several documents. */
const furtherKeysOf: { [Name in MutationName]?: (args: MutationArgs[Name]) => string[] } = {
  // What it reads and writes of the contact that stays.
  'person.join': ({ into }) => ['note', 'follow-up', 'tags', 'deal'].map((kind) => contactKey(kind, into)),
}

/** All ordering keys of a mutation: it keeps its order with the mutations of each of them. */
export const orderingKeysOf = <Name extends MutationName>(name: Name, args: MutationArgs[Name]): string[] => [
  orderingKeyOf[name](args),
  ...(furtherKeysOf[name]?.(args) ?? []),
]

/** A mutation, and the version of the document that the user saw. */
export type MutationWithBase<Args> = { args: Args; base: unknown }

/** Each of these is sent: it is made by one press, or the server keeps each text. */
type NeverSquashed =
  | 'intro.request'
  | 'person.join'
  | 'request.reply'
  | 'call.rate'
  | 'call.reply'
  | 'project.report'
  | 'listing.edit'
  | 'feedback.submit'
  | 'support.submit'
  | 'ticket.write'
  | 'earlyAccess.join'

/** Of several deletions and restorations of one thing the last one applies. */
const squashDeletions = <Later extends MutationWithBase<{ id: string }>>(earlier: Later, later: Later) =>
  earlier.args.id === later.args.id ? later : undefined

/**
 * Rules for mutations that are created at every pause in typing: two consecutive pending ones are squashed into one, so that
 * hours offline do not queue hundreds. `undefined` when both have to be sent. A new mutation has a rule, or is in `NeverSquashed`.
 */
export const squashRules: {
  [Name in Exclude<MutationName, NeverSquashed>]: (
    earlier: MutationWithBase<MutationArgs[Name]>,
    later: MutationWithBase<MutationArgs[Name]>,
  ) => MutationWithBase<MutationArgs[Name]> | undefined
} = {
  'project.saveDraft': squashDrafts,
  'profile.rename': squashRenames,
  'contact.note': squashNotes,
  'contact.intro': squashNotes,
  'contact.follow-up': squashFollowUps,
  'contact.tag': squashTagChanges,
  'entry.write': squashEntryWrites,
  'entry.delete': squashDeletions,
  'photo.delete': squashDeletions,
  'investor.save': (_earlier, later) => later,
  'person.write': squashFields,
  'person.delete': (_earlier, later) => later,
  'deal.write': squashFields,
  'raise.write': squashFields,
  'template.write': squashNotes,
  'search.write': squashSearchWrites,
  'search.delete': (_earlier, later) => later,
  'vote.cast': (_earlier, later) => later,
  'listing.pause': (_earlier, later) => later,
  'listing.hours': squashHours,
  'listing.replyDays': (_earlier, later) => later,
  'notice.read': squashReads,
  'notice.prefer': (_earlier, later) => later,
}
