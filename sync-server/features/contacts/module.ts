import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { findOwnPerson, holdsPerson, listCards } from '#server/features/people/contact.ts'
import { holdsContact, listContacts, peekContact } from '#server/features/unlocks/contact.ts'
import { isPersonId } from '#shared/people/contract.ts'
import { moveFollowUps, moveIntros, moveNotes, moveTemplates } from './move-owner.ts'
import { contactMutators } from './mutators.ts'
import { moveSaved } from './queries.ts'
import { type FindContact, REMIND, remind, reminderSchedule } from './reminders.ts'
import { contactRoutes } from './routes.ts'
import type { HoldsContact } from './service.ts'
import { followUpSource, noteSource, savedSource, templateSource } from './sync-source.ts'

/** A contact is an unlocked investor, or a person whom the user added. */
const holdsAny: HoldsContact = (tx, principalId, id) =>
  isPersonId(id) ? holdsPerson(tx, principalId, id) : holdsContact(tx, principalId, id)
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
      templates: { source: templateSource, tables: ['mail_templates'] },
      saved: { source: savedSource, tables: ['saved_investors'] },
    },
    mutators: contactMutators(holdsAny),
    transfers: [moveNotes, moveIntros, moveTemplates, moveFollowUps, moveSaved],
  }) satisfies FeatureModule
