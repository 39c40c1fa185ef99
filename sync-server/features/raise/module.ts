import { contactDeals } from '#drizzle/schema/index.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { holdsAnyToWrite } from '#server/features/contacts/holds-any.ts'
import { rowChanges } from '#server/sync/private/row-changes.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import { moveDeals, moveRound } from './move-owner.ts'
import { writeDeal, writeRound } from './service.ts'
import { dealSource, presentDeal, roundSource } from './sync-source.ts'

/** A founder's round: the deal with each contact, and the names of the stages. It is in the private lane of that user only. */
export const raiseModule = () =>
  ({
    privateCollections: {
      deals: {
        source: dealSource,
        tables: ['contact_deals'],
        changes: rowChanges(contactDeals, contactDeals.contactId, presentDeal),
      },
      raise: { source: roundSource, tables: ['raise_rounds'] },
    },
    mutators: {
      'deal.write': (context, args, base) => writeDeal(context, { args, base }, holdsAnyToWrite),
      'raise.write': (context, args, base) => writeRound(context, args, base),
    } satisfies Partial<Mutators>,
    transfers: [moveDeals, moveRound],
  }) satisfies FeatureModule
