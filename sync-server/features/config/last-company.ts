import { readCompany } from '#server/company.ts'
import type { Database } from '#server/database/client.ts'
import type { Log } from '#server/log.ts'
import { COMPANY_FIELDS, type Company } from '#shared/company/contract.ts'

export type CompanyInConfigDeps = { db: Database; log: Log }

/**
 * Reads the company for the configuration of the app; `undefined` where no part of it is set. The app reads the configuration also
 * while the database is down: the answer then has what this node read last.
 */
export function lastCompany({ db, log }: CompanyInConfigDeps): () => Promise<Company | undefined> {
  let last: Company | undefined
  return async () => {
    try {
      const company = await readCompany(db)
      last = COMPANY_FIELDS.some((field) => company[field] !== '') ? company : undefined
    } catch (error) {
      log.warn({ err: error }, 'the company could not be read')
    }
    return last
  }
}
