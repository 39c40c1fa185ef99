import { eq } from 'drizzle-orm'
import { users, type vcs } from '#drizzle/schema/index.ts'
import type { VcId } from '#shared/ids.ts'
import type { PrivateDocs } from '#shared/sync/collections.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { approveInvestor } from './money.ts'

/** A user with an investor profile. */
export async function startInvestor(app: TestApp, listing: Partial<typeof vcs.$inferInsert> = {}, isApproved = true) {
  const investor = await app.member({ userType: 'vc' })
  const id: VcId = await approveInvestor(app.world.db, { userId: investor.user.id, ...listing })
  await app.world.db.update(users).set({ isApprovedInvestor: isApproved }).where(eq(users.id, investor.user.id))
  return { ...investor, listing: id }
}

/** The private documents of a client now. */
export async function held(client: Client): Promise<{ [Name in keyof PrivateDocs]?: PrivateDocs[Name][] }> {
  const { body } = await client.post<{ put: { [Name in keyof PrivateDocs]?: PrivateDocs[Name][] } }>('/api/sync/me', { have: {} })
  return body.put
}
