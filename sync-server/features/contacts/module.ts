import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { holdsContact, listContacts, peekContact } from '#server/features/unlocks/contact.ts'
import { moveFollowUps, moveIntros, moveNotes } from './move-owner.ts'
import { contactMutators } from './mutators.ts'
import { moveSaved } from './queries.ts'
import { REMIND, remind, reminderSchedule } from './reminders.ts'
import { contactRoutes } from './routes.ts'
import { followUpSource, noteSource, savedSource } from './sync-source.ts'

export const contactsModule = (context: AppContext) =>
  ({
    routes: [contactRoutes({ ...context, listContacts: (principalId) => listContacts(context, principalId) })],
    jobs: { [REMIND]: remind({ ...context, findContact: peekContact }) },
    schedules: [reminderSchedule],
    privateCollections: {
      notes: { source: noteSource, tables: ['contact_notes'] },
      followUps: { source: followUpSource, tables: ['contact_follow_ups'] },
      saved: { source: savedSource, tables: ['saved_investors'] },
    },
    mutators: contactMutators(holdsContact),
    transfers: [moveNotes, moveIntros, moveFollowUps, moveSaved],
  }) satisfies FeatureModule
