import { people } from '#drizzle/schema/index.ts'
import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { purgeEntries } from '#server/features/contacts/entries/service.ts'
import { erasePhotos, purgePhotos } from '#server/features/contacts/photos/service.ts'
import type { PrivateSource } from '#server/sync/private/private-source.ts'
import { rowChanges } from '#server/sync/private/row-changes.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import { DELETED_PERSON_DAYS, type Person } from '#shared/people/contract.ts'
import { presentPerson } from './contact.ts'
import { joinPerson } from './join.ts'
import { listPeople, movePeople, purgePeople } from './queries.ts'
import { deletePerson, writePerson } from './service.ts'

const DAY_SECONDS = 24 * 60 * 60
export const PURGE = 'people.purge'

const peopleSource: PrivateSource<Person> = async (tx, principalId) => (await listPeople(tx, principalId)).map(presentPerson)

/** People whom users add themselves. They are in the private lane of that user only. */
export const peopleModule = ({ db, now }: AppContext) =>
  ({
    jobs: {
      [PURGE]: async () => {
        const before = new Date(now().getTime() - DELETED_PERSON_DAYS * DAY_SECONDS * 1000)
        await purgePeople(db, before, erasePhotos)
        await purgeEntries(db, before)
        await purgePhotos(db, before)
      },
    },
    schedules: [{ kind: PURGE, everySeconds: DAY_SECONDS }],
    privateCollections: {
      people: { source: peopleSource, tables: ['people'], changes: rowChanges(people, people.id, presentPerson) },
    },
    mutators: {
      'person.write': (context, args, base) => writePerson(context, args, base),
      'person.delete': (context, args) => deletePerson(context, args),
      'person.join': joinPerson,
    } satisfies Partial<Mutators>,
    transfers: [movePeople],
  }) satisfies FeatureModule
