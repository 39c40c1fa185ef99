import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#drizzle/schema/index.ts'
import { baseOf, type Rename } from '#shared/accounts/rename.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { findUser } from '#tests/support/state/accounts.ts'

const { member, visitor, database } = await startTestApp()
const { db } = database

const ADA = { firstName: 'Ada', lastName: 'Member' }

async function rename(
  client: Client,
  args: Rename | Record<string, unknown>,
  base: object | null = baseOf(ADA),
  clientId = newClientId(),
) {
  const mutation = { id: newMutationId(), name: 'profile.rename', args, ...(base && { base }), madeAt: new Date().toISOString() }
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId, mutations: [mutation] })
  return body.results[0]
}

const namesOf = async (client: Client) => {
  const { body } = await client.get<{ firstName: string; lastName: string }>('/api/auth/user')
  return `${body.firstName} ${body.lastName}`
}

test('a name that was changed offline is stored once the mutation arrives', async () => {
  const ada = await member()
  expect(await rename(ada, { firstName: ' Adaeze\n' })).toMatchObject({ status: 'applied' })
  expect(await namesOf(ada)).toBe('Adaeze Member')
})

test('two devices that change different names both keep their changes', async () => {
  const ada = await member()
  await rename(ada, { firstName: 'Adaeze' })
  expect(await rename(ada, { lastName: 'Okafor' })).toMatchObject({ status: 'applied' })
  expect(await namesOf(ada)).toBe('Adaeze Okafor')
})

test('a name that another device has changed in between is not overwritten, and the author can choose', async () => {
  const ada = await member()
  await rename(ada, { firstName: 'Adaeze' })
  expect(await rename(ada, { firstName: 'A.' })).toMatchObject({ status: 'refused', code: 'accounts.renamed-elsewhere' })
  expect(await namesOf(ada)).toBe('Adaeze Member')
  expect(await rename(ada, { firstName: 'A.' }, baseOf({ ...ADA, firstName: 'Adaeze' }))).toMatchObject({ status: 'applied' })
  expect(await namesOf(ada)).toBe('A. Member')
})

describe('a client of the last release, which sends no base', () => {
  const elsewhere = { status: 'refused', code: 'accounts.renamed-elsewhere' }
  const phone = newClientId()
  const byPhone = (client: Client, args: Rename) => rename(client, args, null, phone)

  test('replaces the names that it wrote itself, and no name with an unknown author', async () => {
    const ada = await member()
    expect(await byPhone(ada, { firstName: 'Adaeze' })).toMatchObject(elsewhere)
    await rename(ada, { firstName: 'Adaeze' }, baseOf(ADA), phone)
    expect(await byPhone(ada, { firstName: 'A.' })).toMatchObject({ status: 'applied' })
    expect(await byPhone(ada, { firstName: 'Ad.' })).toMatchObject({ status: 'applied' })
    expect(await byPhone(ada, { lastName: 'Okafor' })).toMatchObject(elsewhere)
    expect(await namesOf(ada)).toBe('Ad. Member')
  })

  test('replaces its own name after another device wrote the same one', async () => {
    const ada = await member()
    await rename(ada, { firstName: 'Adaeze' }, baseOf(ADA), phone)
    expect(await rename(ada, { firstName: 'Adaeze' }, null)).toMatchObject({ status: 'applied' })
    expect(await byPhone(ada, { firstName: 'Ad.' })).toMatchObject({ status: 'applied' })
  })

  test('replaces no name that another device wrote after it', async () => {
    const ada = await member()
    await rename(ada, { firstName: 'Adaeze' }, baseOf(ADA), phone)
    await rename(ada, { firstName: 'A.' }, baseOf({ ...ADA, firstName: 'Adaeze' }))
    expect(await byPhone(ada, { firstName: 'Ad.' })).toMatchObject(elsewhere)
    expect(await namesOf(ada)).toBe('A. Member')
  })

  test.each<[string, (ada: Client, names: Required<Rename>) => Promise<unknown>]>([
    ['the settings', (ada, names) => ada.post('/api/auth/profile', names, { method: 'PUT' })],
    ['the first form', (ada, names) => ada.post('/api/complete-profile', names)],
  ])('replaces no name that was written online, in %s, even if it equals the one that it wrote before', async (_, write) => {
    const ada = await member()
    await rename(ada, { firstName: 'Adaeze' }, baseOf(ADA), phone)
    await write(ada, { firstName: 'A.', lastName: 'Member' })
    await write(ada, { firstName: 'Adaeze', lastName: 'Member' })
    expect(await byPhone(ada, { firstName: 'Ad.' })).toMatchObject(elsewhere)
    expect(await namesOf(ada)).toBe('Adaeze Member')
  })

  test('replaces no name that was stored by a node of the last release, which records no author', async () => {
    const ada = await member()
    await rename(ada, { firstName: 'Adaeze' }, baseOf(ADA), phone)
    await db.update(users).set({ firstName: 'A.' }).where(eq(users.id, ada.user.id))
    expect(await byPhone(ada, { firstName: 'Ad.' })).toMatchObject(elsewhere)
  })
})

test.each([[{ firstName: '' }], [{ firstName: '   ' }], [{ lastName: 'x'.repeat(101) }], [{ firstName: 7 }]])(
  '%j is refused',
  async (args) => {
    const ada = await member()
    expect(await rename(ada, args)).toMatchObject({ status: 'refused', code: 'invalid' })
    expect(await namesOf(ada)).toBe('Ada Member')
  },
)

test('only the names can be changed by this mutation', async () => {
  const ada = await member()
  const before = await findUser(db, { id: ada.user.id })
  const more = { email: 'eve@example.com', userType: 'vc', isAdmin: true, profileCompleted: false, hasSetPassword: false }
  expect(await rename(ada, { firstName: 'Adaeze', ...more })).toMatchObject({ status: 'applied' })
  const after = await findUser(db, { id: ada.user.id })
  expect(after).toEqual({ ...before, firstName: 'Adaeze', updatedAt: after?.updatedAt })
})

test('a guest has no name to change', async () => {
  expect(await rename(visitor(), { firstName: 'Eve' })).toMatchObject({ status: 'refused', code: 'not-found' })
})
