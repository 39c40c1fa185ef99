import type { FeatureModule } from '#server/feature-module.ts'
import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import type { SavedSearch } from '#shared/searches/contract.ts'
import { listSearches, moveSearches } from './queries.ts'
import { deleteSearch, presentSearch, writeSearch } from './service.ts'

const searchesSource: PrivateSource<SavedSearch> = async (tx, principalId) =>
  (await listSearches(tx, principalId)).map(presentSearch)

/** Saved searches of the directory, in the private lane of the user who saved them. The server runs none of them. */
export const searchesModule = () =>
  ({
    privateCollections: { searches: { source: searchesSource, tables: ['saved_searches'] } },
    mutators: {
      'search.write': (context, args, base) => writeSearch(context, args, base),
      'search.delete': (context, args) => deleteSearch(context, args),
    } satisfies Partial<Mutators>,
    transfers: [moveSearches],
  }) satisfies FeatureModule
