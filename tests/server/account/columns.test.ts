import { expect, test } from 'vitest'
import { users } from '#drizzle/schema/index.ts'
import type { User } from '#shared/accounts/contract.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { findUser, listPrincipals } from '#tests/support/state/accounts.ts'

const app = await startTestApp()
const { member, database } = app

const put = (client: Client, body: unknown) => client.post<User & { code?: string }>('/api/auth/profile', body, { method: 'PUT' })
const rowOf = ({ id }: User) => findUser(database.db, { id })

test('no write to the own account reaches a column that the server owns', async () => {
  const ada = await member({ userType: 'founder', password: 'sixsix', confirmPassword: 'sixsix' })
  const columns = Object.fromEntries(Object.keys(users).map((column) => [column, true]))
  const owned = {
    ...columns,
    id: 'usr_chosen',
    userType: 'vc',
    createdAt: '2001-01-01',
    emailVerifiedAt: '2001-01-01',
    pendingEmail: 'x@example.com',
    authProvider: 'x',
  }
  const before = await rowOf(ada.user)
  const names = { firstName: 'Eve', lastName: 'Chosen' }
  const strong = { password: 'k7#mQz2pp', newPassword: 'k7#mQz2pp', currentPassword: 'k7#mQz2pp' }
  const replies = [
    await put(ada, { ...owned, ...names, email: ada.user.email, newPassword: '', profileImageUrl: null }),
    await ada.post('/api/complete-profile', { ...owned, ...names }),
    await ada.post('/api/set-password', { ...owned, ...strong }),
    await ada.post('/api/update-password', { ...owned, ...strong }),
    await ada.post('/api/reset-password', { ...owned, ...strong }),
    await ada.post('/api/auth/step-up', { ...owned, ...strong }),
  ]
  expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const { firstName, lastName, password, hasSetPassword, updatedAt, ...rest } = (await rowOf(ada.user)) ?? {}
  expect({ firstName, lastName, hasSetPassword }).toEqual({ firstName: 'Eve', lastName: 'Chosen', hasSetPassword: true })
  expect(password).not.toBe(before?.password)
  expect(updatedAt).toBeInstanceOf(Date)
  expect(before).toMatchObject(rest)
  expect(await listPrincipals(database.db, { userId: ada.user.id })).toHaveLength(1)
})
