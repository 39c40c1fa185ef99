import { principals, sessions, users } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { SESSION_COOKIE } from '#server/http/session.ts'
import { hashToken, randomToken } from '#server/http/token.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import { grantAdmin } from './admins.ts'

/** A node; an admin needs its app context, and a session its clock. */
type Place = Pick<TestApp, 'database' | 'visitor'> & Partial<Pick<TestApp, 'world'>>
type About = Partial<typeof users.$inferInsert>

/** A signed-in user, without the half second that hashing a password takes; with `isAdmin` an admin. */
export async function account(app: Place, { isAdmin = false, ...about }: About = {}) {
  const { db } = app.database
  const [id, principalId, token] = [newId<UserId>('usr'), newId<PrincipalId>('prn'), randomToken()]
  const email = `${id}@example.com`
  await db.insert(users).values({ id, email, firstName: 'Ada', lastName: 'Member', profileCompleted: true, ...about })
  await db.insert(principals).values({ id: principalId, kind: 'account', userId: id })
  // A session expires by the clock of its node, which a test may have moved ahead.
  const seenAt = new Date(Math.max(Date.now(), app.world?.now().getTime() ?? 0))
  const expire = new Date(seenAt.getTime() + 60 * 60 * 1000)
  await db.insert(sessions).values({ sid: hashToken(token), userId: id, expire, seenAt })
  if (isAdmin && app.world)
    await grantAdmin({ database: app.database, world: app.world }, { user: { id, email: about.email ?? email } })
  const client = app.visitor()
  client.cookies.set(SESSION_COOKIE, token)
  return { ...client, user: { id, principalId, email } }
}
