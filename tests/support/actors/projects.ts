import { eq } from 'drizzle-orm'
import { projects, users } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { User } from '#shared/accounts/contract.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { TestApp } from '#tests/support/app.ts'

/** A project of the marketplace, or a draft with `isPublished: false`. */
export async function addProject(db: Database, own: Partial<typeof projects.$inferInsert> = {}): Promise<ProjectId> {
  const id = own.id ?? newId<ProjectId>('prj')
  await db.insert(projects).values({ companyName: 'Acme', isPublished: true, publishedAt: new Date(), ...own, id })
  return id
}

export const verifyEmail = (db: Database, { id }: Pick<User, 'id'>) =>
  db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id))

/** An account that may vote. */
export async function verifiedMember(app: TestApp) {
  const member = await app.member()
  await verifyEmail(app.database.db, member.user)
  return member
}
