import * as v from 'valibot'
import { fullName } from '#shared/accounts/full-name.ts'
import { conversationLabels } from '#shared/contacts/conversation.ts'
import { pausedLabel } from '#shared/directory/paused.ts'
import { categoryLabel } from '#shared/help/categories.ts'
import type { ProjectId, VcId } from '#shared/ids.ts'
import { switchLabel } from '#shared/notices/preference-labels.ts'
import { reasonLabel } from '#shared/projects/report.ts'
import type { StageLabels } from '#shared/raise/labels.ts'
import { MAX_STARS } from '#shared/ratings/contract.ts'
import { replyLabels } from '#shared/replies/contract.ts'
import { daysInWords } from '#shared/replies/reply-days.ts'
import { type MutationArgs, type MutationName, mutationArgs } from '#shared/sync/mutations.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import {
  dealInWords,
  followUpInWords,
  listingChangeInWords,
  personInWords,
  projectChangeInWords,
  roundInWords,
} from './change-words.ts'

/** The entity that a mutation refers to, where it has a name. An `investor` is also a person whom the user added. */
export type About = { kind: 'investor'; id: VcId } | { kind: 'project'; id: ProjectId } | { kind: 'ticket'; id: string }

/** How rejected text can be corrected: in the form it came from, in its single field, or on the page it belongs to. */
export type Correction =
  | { kind: 'form'; to: '/support' | '/requests' }
  | { kind: 'text'; field: string; label: string }
  | { kind: 'page'; to: string }

/** Description of a mutation for the screen. */
export type Described = {
  /** The kind: 'Note', 'Support request'. */
  title: string
  about?: About
  /** The text that the user wrote, in full. */
  words?: string
  correction?: Correction
}

type Describer<Args> = (args: Args, stages: StageLabels) => Described

const investor = (id: VcId): About => ({ kind: 'investor', id })
const text = (field: string, label: string): Correction => ({ kind: 'text', field, label })

/** One for every mutation: a missing one does not compile. */
const describers: { [Name in MutationName]: Describer<MutationArgs[Name]> } = {
  'contact.note': ({ contactId, text: note }) => ({
    title: note ? 'Note' : 'Note cleared',
    about: investor(contactId),
    words: note,
    correction: text('text', 'Note'),
  }),
  'contact.intro': ({ contactId, text: intro }) => ({
    title: intro ? 'Introduction' : 'Introduction cleared',
    about: investor(contactId),
    words: intro,
    correction: text('text', 'Introduction'),
  }),
  'contact.follow-up': ({ contactId, ...changes }, stages) => ({
    title: 'Follow-up',
    about: investor(contactId),
    words: followUpInWords(changes, stages),
    correction: { kind: 'page', to: `/contacts/${contactId}` },
  }),
  'contact.tag': ({ contactId, add = [], remove = [] }) => ({
    title: 'Tags',
    about: investor(contactId),
    words: [add.length > 0 && `Added: ${add.join(', ')}`, remove.length > 0 && `Removed: ${remove.join(', ')}`]
      .filter(Boolean)
      .join(' · '),
    correction: { kind: 'page', to: `/contacts/${contactId}` },
  }),
  'person.write': ({ id, ...changes }) => ({
    title: 'Person',
    about: investor(id),
    words: personInWords(changes),
    correction: { kind: 'page', to: `/contacts/${id}` },
  }),
  'person.delete': ({ id, isDeleted }) => ({
    title: isDeleted ? 'Person deleted' : 'Person restored',
    about: investor(id),
  }),
  'person.join': ({ into }) => ({
    title: 'Contacts joined',
    about: investor(into),
    correction: { kind: 'page', to: `/contacts/${into}` },
  }),
  'deal.write': ({ id, ...changes }) => ({
    title: 'Deal',
    about: investor(id),
    words: dealInWords(changes),
    correction: { kind: 'page', to: `/contacts/${id}` },
  }),
  'raise.write': ({ id: _, ...changes }) => ({
    title: 'Your round',
    words: roundInWords(changes),
    correction: { kind: 'page', to: '/raise' },
  }),
  'entry.write': ({ contactId, text: note }) => ({
    title: 'Dated note',
    about: investor(contactId),
    words: note,
    correction: text('text', 'Note'),
  }),
  'entry.delete': ({ contactId, isDeleted }) => ({
    title: isDeleted ? 'Dated note deleted' : 'Dated note restored',
    about: investor(contactId),
  }),
  'photo.delete': ({ contactId, isDeleted }) => ({
    title: isDeleted ? 'Photo deleted' : 'Photo restored',
    about: investor(contactId),
  }),
  'template.write': ({ text: template }) => ({
    title: template ? 'Template' : 'Template removed',
    words: template,
    correction: text('text', 'Template'),
  }),
  'search.write': ({ name, filters }) => ({
    title: name === undefined && filters === undefined ? 'Search opened' : 'Saved search',
    ...(name !== undefined && { words: name, correction: text('name', 'Name of the search') }),
  }),
  'search.delete': () => ({ title: 'Search deleted' }),
  'investor.save': ({ vcId, isSaved }) => ({
    title: isSaved ? 'Investor saved' : 'Investor removed from saved',
    about: investor(vcId),
  }),
  'intro.request': ({ vcId, message }) => ({
    title: 'Introduction request',
    about: investor(vcId),
    words: message,
    correction: text('message', 'Your message'),
  }),
  'notice.read': ({ ids }) => ({ title: ids.length === 1 ? 'Notice read' : `${ids.length} notices read` }),
  'notice.prefer': ({ which, isOn }) => ({ title: `${isOn ? 'On' : 'Off'}: ${switchLabel(which)}` }),
  'request.reply': ({ choice, text: line }) => ({
    title: `Reply to a founder: ${replyLabels[choice]}`,
    words: line,
    correction: text('text', 'A line to the founder'),
  }),
  'call.rate': ({ stars, text: line }) => ({
    title: `Rating of a call: ${stars} of ${MAX_STARS}`,
    words: line,
    correction: text('text', 'A line to the investor'),
  }),
  'call.reply': ({ text: line }) => ({
    title: 'Confirmation of a call',
    words: line,
    correction: text('text', 'A line to the founder'),
  }),
  'vote.cast': ({ projectId, isCast }) => ({
    title: isCast ? 'Vote' : 'Vote removed',
    about: { kind: 'project', id: projectId },
  }),
  'project.report': ({ projectId, reason, text: report }) => ({
    title: `Report: ${reasonLabel(reason)}`,
    about: { kind: 'project', id: projectId },
    words: report,
    correction: text('text', 'Details'),
  }),
  'project.saveDraft': ({ changes, isFinished }) => ({
    title: isFinished ? 'Your project, saved' : 'Your project, as a draft',
    words: projectChangeInWords(changes),
    correction: { kind: 'page', to: '/project-setup' },
  }),
  'listing.edit': ({ vcId, change }) => ({
    title: 'Your investor profile',
    words: listingChangeInWords(change),
    correction: { kind: 'page', to: `/edit-listing/${vcId}` },
  }),
  'listing.pause': ({ until }) => ({
    title: 'Your investor profile',
    words: until === null ? 'Pause ended' : pausedLabel(until),
    correction: { kind: 'page', to: '/profile' },
  }),
  'listing.hours': ({ change }) => ({
    title: 'Your investor profile',
    words: change === null ? 'Own call hours removed' : 'Call hours changed',
    correction: { kind: 'page', to: '/profile' },
  }),
  'listing.replyDays': ({ days }) => ({
    title: 'Your investor profile',
    words: `Replies within ${daysInWords(days)}`,
    correction: { kind: 'page', to: '/profile' },
  }),
  'feedback.submit': ({ category, message }) => ({
    title: `Feedback: ${categoryLabel('feedback', category)}`,
    words: message,
    correction: { kind: 'form', to: '/requests' },
  }),
  'support.submit': ({ subject, message }) => ({
    title: 'Support request',
    words: [subject, message].filter(Boolean).join('\n\n'),
    correction: { kind: 'form', to: '/support' },
  }),
  'ticket.write': ({ ticketId, text: words }) => ({
    title: 'Message to our team',
    about: { kind: 'ticket', id: ticketId },
    words,
    correction: text('text', 'Message'),
  }),
  'profile.rename': (names) => ({
    title: 'Your name',
    words: fullName(names) ?? '',
    correction: { kind: 'page', to: '/profile' },
  }),
  'earlyAccess.join': ({ email }) => ({ title: 'Early access', words: email, correction: text('email', 'Email') }),
}

const isKnown = (name: string): name is MutationName => Object.hasOwn(mutationArgs, name)

/**
 * Describes a mutation of the outbox. A mutation that this build cannot parse shows its raw arguments, so that its text remains
 * accessible.
 *
 * Arguments that no contract allows are described as far as possible: they are the ones that the server rejects and the user has
 * to correct.
 *
 * @param stages  the user's own names of the stages of a conversation
 */
export function describe(
  { name, args }: Pick<OutboxEntry, 'name' | 'args'>,
  stages: StageLabels = conversationLabels,
): Described {
  const unreadable = { title: 'Change from another app version', words: JSON.stringify(args, null, 1) }
  if (!isKnown(name)) return unreadable
  const read = v.safeParse(mutationArgs[name], args)
  // The schema and the describer have the same key; TypeScript cannot see that through the union.
  const describer = describers[name] as Describer<typeof read.output>
  if (read.success) return describer(read.output, stages)
  try {
    const described = describer(args as typeof read.output, stages)
    return typeof described.words === 'string' && described.words.trim() !== '' ? described : unreadable
  } catch {
    return unreadable
  }
}
