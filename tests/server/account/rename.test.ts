import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#drizzle/schema/index.ts'
import { baseOf, type Rename } from '#shared/accounts/rename.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'

const { member, visitor, database } = await startTestApp()
const { db } = database

const ADA = { firstName: 'Ada', lastName: 'Member' }

async function rename(client: Client, args: Rename | Record<string, unknown>, base: object | null = baseOf(ADA)) {
  const mutation = { id: newMutationId(), name: 'profile.rename', args, ...(base && { base }), madeAt: new Date().toISOString() }
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  return body.results[0]
}

const namesOf = async (client: Client) => {
  const { body } = await client.get<{ firstName: string; lastName: string }>('/api/auth/user')
  return `${body.firstName} ${body.lastName}`
}

test('a name that was changed offline is the account’s once it arrives', async () => {
  const ada = await member()
  expect(await rename(ada, { firstName: ' Adaeze\n' })).toMatchObject({ status: 'applied' })
  expect(await namesOf(ada)).toBe('Adaeze Member')
})

test('two devices that change different names both keep theirs', async () => {
  const ada = await member()
  await rename(ada, { firstName: 'Adaeze' })
  expect(await rename(ada, { lastName: 'Okafor' })).toMatchObject({ status: 'applied' })
  expect(await namesOf(ada)).toBe('Adaeze Okafor')
})

test('a name that another device changed meanwhile is not overwritten, and its writer may choose', async () => {
  const ada = await member()
  await rename(ada, { firstName: 'Adaeze' })
  expect(await rename(ada, { firstName: 'A.' })).toMatchObject({ status: 'refused', code: 'accounts.renamed-elsewhere' })
  expect(await namesOf(ada)).toBe('Adaeze Member')
  expect(await rename(ada, { firstName: 'A.' }, null)).toMatchObject({ status: 'applied' })
  expect(await namesOf(ada)).toBe('A. Member')
})

test.each([[{ firstName: '' }], [{ firstName: '   ' }], [{ lastName: 'x'.repeat(101) }], [{ firstName: 7 }]])(
  '%j is refused',
  async (args) => {
    const ada = await member()
    expect(await rename(ada, args)).toMatchObject({ status: 'refused', code: 'invalid' })
    expect(await namesOf(ada)).toBe('Ada Member')
  },
)

test('nothing but the names can be changed so', async () => {
  const ada = await member()
  const [before] = await db.select().from(users).where(eq(users.id, ada.user.id))
  const more = { email: 'eve@example.com', userType: 'vc', isAdmin: true, profileCompleted: false, hasSetPassword: false }
  expect(await rename(ada, { firstName: 'Adaeze', ...more })).toMatchObject({ status: 'applied' })
  const [after] = await db.select().from(users).where(eq(users.id, ada.user.id))
  expect(after).toEqual({ ...before, firstName: 'Adaeze', updatedAt: after?.updatedAt })
})

test('a guest has no name to change', async () => {
  expect(await rename(visitor(), { firstName: 'Eve' })).toMatchObject({ status: 'refused', code: 'not-found' })
})
