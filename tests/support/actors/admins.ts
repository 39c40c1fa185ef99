import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
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

/**
 * Takes roles away while a call of the account is in progress: the call is admitted, waits for the change, and is answered after
 * it.
 */
export async function changeRolesDuring<Reply>(
  { database }: Pick<TestApp, 'database'>,
  { user }: Person,
  roles: AdminRole[],
  call: () => Promise<Reply>,
): Promise<Reply> {
  const { sql } = database.connectAgain()
  let reply: Promise<Reply> | undefined
  await sql.begin(async (tx) => {
    await tx`update users set admin_roles = ${roles} where id = ${user.id}`
    // As a change of roles locks it.
    await tx`select from users where id = ${user.id} for update`
    reply = call()
    const isWaiting = () =>
      database.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await isWaiting()).length).toBeGreaterThan(0)
  })
  if (!reply) throw new Error('The call was not sent')
  return reply
}
