import { principals, sessions, users } from '#drizzle/schema/index.ts'
import { SESSION_COOKIE } from '#server/http/session.ts'
import { hashToken, randomToken } from '#server/http/token.ts'
import { newId } from '#server/new-id.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import type { TestApp } from './app.ts'

/** Somebody who is signed in, without the half second that hashing a password takes. */
export async function account(app: TestApp, about: Partial<typeof users.$inferInsert> = {}) {
  const { db } = app.database
  const [id, principalId, token] = [newId<UserId>('usr'), newId<PrincipalId>('prn'), randomToken()]
  const email = `${id}@example.com`
  await db.insert(users).values({ id, email, firstName: 'Ada', lastName: 'Member', profileCompleted: true, ...about })
  await db.insert(principals).values({ id: principalId, kind: 'account', userId: id })
  await db.insert(sessions).values({ sid: hashToken(token), userId: id, expire: new Date(Date.now() + 60 * 60 * 1000) })
  const client = app.visitor()
  client.cookies.set(SESSION_COOKIE, token)
  return { ...client, user: { id, principalId, email } }
}
