import { chooseNameBase, showRename } from '#web/features/accounts/mutations.ts'
import { showRating } from '#web/features/bookings/rating/mutations.ts'
import { showCallReply } from '#web/features/bookings/reply/mutations.ts'
import { showEntry, showEntryDeletion } from '#web/features/contacts/entries/mutations.ts'
import { choosePlaceBase, showFollowUp, showTags } from '#web/features/contacts/follow-ups/mutations.ts'
import { showSaved } from '#web/features/contacts/mutations.ts'
import { showIntro, showNote } from '#web/features/contacts/notes/mutations.ts'
import { showJoin } from '#web/features/contacts/people/join/mutations.ts'
import { choosePersonBase, showDeletion, showPerson } from '#web/features/contacts/people/mutations.ts'
import { showPhotoDeletion } from '#web/features/contacts/photos/mutations.ts'
import { chooseDealBase, chooseRoundBase, showDeal, showRound } from '#web/features/contacts/raise/mutations.ts'
import { showTemplate } from '#web/features/contacts/templates/mutations.ts'
import { chooseSearchBase, showDeletedSearch, showSearch } from '#web/features/directory/searches/mutations.ts'
import { showFeedback, showSupport, showWriting } from '#web/features/help/mutations.ts'
import {
  chooseListingBase,
  showListingEdit,
  showListingHours,
  showListingPause,
  showReplyDays,
} from '#web/features/listings/mutations.ts'
import { showJoining } from '#web/features/newsletter/mutations.ts'
import { showPreference, showRead } from '#web/features/notices/mutations.ts'
import { showDraft } from '#web/features/projects/editor/mutations.ts'
import { showVote } from '#web/features/projects/marketplace/vote-mutations.ts'
import { showReport } from '#web/features/projects/page/report-mutations.ts'
import { showReply } from '#web/features/replies/mutations.ts'
import { showIntroRequest } from '#web/features/unlocks/mutations.ts'
import type { ClientMutators } from '#web/sync/engine/client-mutator.ts'
import { createMutationRegistry } from '#web/sync/engine/mutation-registry.ts'

/** Optimistic effect of each mutation on the device, before the server has applied it. A missing one does not compile. */
const mutators: ClientMutators = {
  'contact.note': showNote,
  'contact.intro': showIntro,
  'contact.follow-up': showFollowUp,
  'contact.tag': showTags,
  'entry.write': showEntry,
  'entry.delete': showEntryDeletion,
  'photo.delete': showPhotoDeletion,
  'investor.save': showSaved,
  'person.write': showPerson,
  'person.delete': showDeletion,
  'person.join': showJoin,
  'deal.write': showDeal,
  'raise.write': showRound,
  'template.write': showTemplate,
  'search.write': showSearch,
  'search.delete': showDeletedSearch,
  'intro.request': showIntroRequest,
  'request.reply': showReply,
  'call.rate': showRating,
  'call.reply': showCallReply,
  'vote.cast': showVote,
  'listing.edit': showListingEdit,
  'listing.pause': showListingPause,
  'listing.hours': showListingHours,
  'listing.replyDays': showReplyDays,
  'project.report': showReport,
  'project.saveDraft': showDraft,
  'feedback.submit': showFeedback,
  'support.submit': showSupport,
  'ticket.write': showWriting,
  'earlyAccess.join': showJoining,
  'profile.rename': showRename,
  'notice.read': showRead,
  'notice.prefer': showPreference,
}

export const mutationRegistry = createMutationRegistry(mutators, {
  'contact.follow-up': choosePlaceBase,
  'deal.write': chooseDealBase,
  'listing.edit': chooseListingBase,
  'person.write': choosePersonBase,
  'profile.rename': chooseNameBase,
  'raise.write': chooseRoundBase,
  'search.write': chooseSearchBase,
})
