import { listSwitchedOff } from '#server/switches.ts'
import { type SwitchedOff, switchedOffTexts } from '#shared/switches/contract.ts'
import type { CompanyInConfigDeps } from './last-company.ts'

/**
 * Reads the features that are off for the configuration of the app; `undefined` where there is none. While the database is down,
 * the answer has what this node read last, as in `last-company.ts`.
 */
export function lastSwitchedOff({ db, log }: CompanyInConfigDeps): () => Promise<SwitchedOff | undefined> {
  let last: SwitchedOff | undefined
  return async () => {
    try {
      const off = await listSwitchedOff(db)
      last = off.length > 0 ? Object.fromEntries(off.map(({ feature }) => [feature, switchedOffTexts[feature]])) : undefined
    } catch (error) {
      log.warn({ err: error }, 'the features that are off could not be read')
    }
    return last
  }
}
