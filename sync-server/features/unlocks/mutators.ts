import type { Mutator } from '#server/sync/mutator.ts'
import type { MutationArgs } from '#shared/sync/mutations.ts'
import { requestInvestor } from './requests.ts'

/** Asks the team for an introduction; written offline, it arrives when the device is back. */
export const requestIntro: Mutator<MutationArgs['intro.request']> = async ({ tx, principalId, now }, { vcId, message }) => {
  await requestInvestor(tx, principalId, { vcId, requestType: 'intro', message }, now)
}
