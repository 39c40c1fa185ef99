import { sql } from 'drizzle-orm'
import { company } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import type { Company } from '#shared/company/contract.ts'

/** Two owners who change it at the same time wait for each other, also before the first row exists. */
export const lockCompany = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('latchkey-company', 0))`)

export const saveCompany = (tx: Transaction, parts: Company) =>
  tx.insert(company).values(parts).onConflictDoUpdate({ target: company.id, set: parts })

/** The company of the sample data. One that an owner has set is left unchanged. */
export const insertSampleCompany = (tx: Transaction, parts: Company) => tx.insert(company).values(parts).onConflictDoNothing()
