import { company } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { type Company, NO_COMPANY } from '#shared/company/contract.ts'

/** The one reading of the company that operates this installation. Parts that no owner has set are empty. */
export async function readCompany(db: Queryable): Promise<Company> {
  const [row] = await db.select().from(company)
  if (!row) return NO_COMPANY
  const { id: _, ...parts } = row
  return parts
}
