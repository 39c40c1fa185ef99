import { eq } from 'drizzle-orm'
import { sessions, users } from '#drizzle/schema/index.ts'
import type { AdminRole } from '#shared/admin/rights.ts'
import type { UserId } from '#shared/ids.ts'
import type { TestApp } from '#tests/support/app.ts'

type Person = { user: { id: UserId; email: string } }

/** Makes an account an admin on every node: its email address is verified and listed. */
export async function grantAdmin({ database, world }: Pick<TestApp, 'database' | 'world'>, { user }: Person) {
  const now = new Date()
  await database.db.update(users).set({ emailVerifiedAt: now, passwordProvedAt: now }).where(eq(users.id, user.id))
  world.env.ADMIN_EMAILS.push(user.email)
}

/** Revokes the rights: the address is removed from the list. */
export function dismissAdmin({ world }: Pick<TestApp, 'world'>, { user }: Person) {
  const at = world.env.ADMIN_EMAILS.indexOf(user.email)
  if (at >= 0) world.env.ADMIN_EMAILS.splice(at, 1)
}

/** As if a user had just proved their password, by the clock of the test. */
export const proveNow = ({ database, world }: Pick<TestApp, 'database' | 'world'>, { user }: Person) =>
  database.db.update(sessions).set({ provedAt: world.now() }).where(eq(sessions.userId, user.id))

/** Gives roles of the team to an account whose address is verified, as an owner does. */
export const giveRoles = ({ database }: Pick<TestApp, 'database'>, { user }: Person, adminRoles: AdminRole[]) =>
  database.db
    .update(users)
    .set({ emailVerifiedAt: new Date(), passwordProvedAt: new Date(), adminRoles })
    .where(eq(users.id, user.id))
