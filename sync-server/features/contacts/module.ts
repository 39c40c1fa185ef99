import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { findOwnPerson, listCards } from '#server/features/people/contact.ts'
import { listContacts, peekContact } from '#server/features/unlocks/contact.ts'
import { isPersonId } from '#shared/people/contract.ts'
import { moveEntries } from './entries/queries.ts'
import { entrySource } from './entries/service.ts'
import { holdsAny } from './holds-any.ts'
import { moveFollowUps, moveIntros, moveNotes, moveTemplates } from './move-owner.ts'
import { contactMutators } from './mutators.ts'
import { moveSaved } from './queries.ts'
import { type FindContact, REMIND, remind, reminderSchedule } from './reminders.ts'
import { contactRoutes } from './routes.ts'
import { followUpSource, noteSource, savedSource, templateSource } from './sync-source.ts'

const findAny: FindContact = (db, principalId, id) =>
  isPersonId(id) ? findOwnPerson(db, principalId, id) : peekContact(db, principalId, id)

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
    ],
    jobs: { [REMIND]: remind({ ...context, findContact: findAny }) },
    schedules: [reminderSchedule],
    privateCollections: {
      notes: { source: noteSource, tables: ['contact_notes'] },
      followUps: { source: followUpSource, tables: ['contact_follow_ups'] },
      entries: { source: entrySource, tables: ['contact_entries'] },
      templates: { source: templateSource, tables: ['mail_templates'] },
      saved: { source: savedSource, tables: ['saved_investors'] },
    },
    mutators: contactMutators(holdsAny),
    transfers: [moveNotes, moveIntros, moveTemplates, moveFollowUps, moveEntries, moveSaved],
  }) satisfies FeatureModule
