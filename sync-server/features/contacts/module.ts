import { contactEntries, contactFollowUps, contactNotes } from '#drizzle/schema/index.ts'
import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { listBookings } from '#server/features/bookings/calls/transition.ts'
import { findOwnPerson, listCards } from '#server/features/people/contact.ts'
import { listContacts, peekContact } from '#server/features/unlocks/contact.ts'
import { rowChanges } from '#server/sync/private/row-changes.ts'
import { isPersonId } from '#shared/people/contract.ts'
import { DIGEST, type DigestDeps, digestSchedule, sendDigests } from './digest.ts'
import { moveEntries } from './entries/queries.ts'
import { entrySource, presentEntry } from './entries/service.ts'
import { holdsAnyToWrite } from './holds-any.ts'
import { moveFollowUps, moveIntros, moveNotes, moveTemplates } from './move-owner.ts'
import { contactMutators } from './mutators.ts'
import { movePhotos } from './photos/queries.ts'
import { photoRoutes } from './photos/routes.ts'
import { photoJobs, photoSource } from './photos/service.ts'
import { moveSaved } from './queries.ts'
import { type FindContact, REMIND, remind, reminderSchedule } from './reminders.ts'
import { contactRoutes } from './routes.ts'
import { followUpSource, noteSource, presentFollowUp, presentNote, savedSource, templateSource } from './sync-source.ts'

const findAny: FindContact = (db, principalId, id) =>
  isPersonId(id) ? findOwnPerson(db, principalId, id) : peekContact(db, principalId, id)

const comingCalls =
  (organizer: string): DigestDeps['listCalls'] =>
  async (tx, principalId, from, until) =>
    (await listBookings(tx, principalId, organizer))
      .filter(({ status }) => status === 'confirmed')
      .map(({ counterpart: { name }, start }) => ({ name, start: new Date(start) }))
      .filter(({ start }) => start >= from && start < until)
      .sort((a, b) => a.start.getTime() - b.start.getTime())

export const contactsModule = (context: AppContext) =>
  ({
    routes: [
      contactRoutes({
        ...context,
        listCards: async (principalId) => [
          ...(await listContacts(context, principalId)),
          ...(await listCards(context.db, principalId)),
        ],
      }),
      photoRoutes(context),
    ],
    jobs: {
      ...photoJobs(context),
      [REMIND]: remind({ ...context, findContact: findAny }),
      [DIGEST]: sendDigests({ ...context, findContact: findAny, listCalls: comingCalls(context.organizer) }),
    },
    schedules: [reminderSchedule, digestSchedule],
    privateCollections: {
      notes: {
        source: noteSource,
        tables: ['contact_notes'],
        changes: rowChanges(contactNotes, contactNotes.contactId, presentNote),
      },
      followUps: {
        source: followUpSource,
        tables: ['contact_follow_ups'],
        changes: rowChanges(contactFollowUps, contactFollowUps.contactId, presentFollowUp),
      },
      entries: {
        source: entrySource,
        tables: ['contact_entries'],
        changes: rowChanges(contactEntries, contactEntries.id, presentEntry),
      },
      photos: { source: photoSource, tables: ['contact_photos'] },
      templates: { source: templateSource, tables: ['mail_templates'] },
      saved: { source: savedSource, tables: ['saved_investors'] },
    },
    mutators: contactMutators(holdsAnyToWrite),
    transfers: [moveNotes, moveIntros, moveTemplates, moveFollowUps, moveEntries, movePhotos, moveSaved],
  }) satisfies FeatureModule
