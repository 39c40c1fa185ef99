import type { Database } from '#server/database/client.ts'
import { insertSampleCompany } from '#server/features/company/queries.ts'
import type { Company } from '#shared/company/contract.ts'

/**
 * A company that does not exist. Its address for support is in a reserved domain, and its register and VAT number are not
 * assigned.
 */
const SAMPLE: Company = {
  legalName: 'Latchkey Sample Ltd',
  address: '1 Example Street\nLondon\nUnited Kingdom',
  registration: 'Companies House, 00000000',
  vatId: 'GB000000000',
  supportEmail: 'support@latchkey.example',
  responsiblePerson: 'Sam Okafor',
  mailAddress: '',
}

/** Sets the company of the sample data where no owner has set one. */
export const seedCompany = (db: Database) => db.transaction((tx) => insertSampleCompany(tx, SAMPLE))
