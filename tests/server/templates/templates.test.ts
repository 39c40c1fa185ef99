import { expect, test } from 'vitest'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { MAX_TEMPLATES, type MailTemplate, type TemplateId } from '#shared/templates/contract.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'

const app = await startTestApp()
const newTemplate = () => `tpl_${crypto.randomUUID()}` as TemplateId

type Sent = { name: string; args: object; base?: unknown }
async function push(client: Client, ...sent: Sent[]) {
  const mutations = sent.map((one) => ({ ...one, id: newMutationId(), madeAt: new Date().toISOString() }))
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations })
  return body.results
}
const write = (id: string, text: string, seen = ''): Sent => ({
  name: 'template.write',
  args: { id, text },
  base: { text: seen, steps: [] },
})
async function templatesOf(client: Client) {
  const { body } = await client.post<PrivateDelta>('/api/sync/me', { have: {} })
  return (body.put.templates ?? []) as unknown as MailTemplate[]
}

test('a template is on the other devices of its writer only, and an empty text removes it', async () => {
  const [ada, ben] = [await app.member(), await app.member()]
  const id = newTemplate()
  await push(ada, write(id, 'Dear {name},'))
  await push(ben, write(id, 'Of Ben'), write(id, '', 'Of Ben'))
  expect(await templatesOf(ada)).toMatchObject([{ id, text: 'Dear {name},', clashes: [] }])
  expect(await templatesOf(ben)).toEqual([])
})

test('changes of two devices in different lines are both kept; in the same words both texts are', async () => {
  const member = await app.member()
  const id = newTemplate()
  const seen = 'Dear {name},\n\nWe build ports.\n\nBest,\nAda'
  await push(member, write(id, seen))
  await push(member, write(id, seen.replace('Dear', 'Hello'), seen))
  await push(member, write(id, seen.replace('Best', 'Yours'), seen))
  expect(await templatesOf(member)).toMatchObject([{ text: 'Hello {name},\n\nWe build ports.\n\nYours,\nAda', clashes: [] }])
  await push(member, write(id, seen.replace('Dear', 'Hi'), seen))
  expect(await templatesOf(member)).toMatchObject([
    { text: expect.stringContaining('Hello {name}'), clashes: [{ text: expect.stringContaining('Hi {name}') }] },
  ])
})

test('a user has a limited number of templates, and can still change and clear those', async () => {
  const member = await app.member()
  const ids = Array.from({ length: MAX_TEMPLATES }, newTemplate)
  for (const id of ids) await push(member, write(id, 'Text'))
  expect(await push(member, write(newTemplate(), 'One more'))).toMatchObject([
    { status: 'refused', code: 'contacts.too-many-templates' },
  ])
  const [first = newTemplate()] = ids
  expect(await push(member, write(first, 'Changed', 'Text'), write(first, '', 'Changed'))).toMatchObject([
    { status: 'applied' },
    { status: 'applied' },
  ])
  expect(await templatesOf(member)).toHaveLength(MAX_TEMPLATES - 1)
})

test.each([
  ['rec1', 'Text'],
  ['tpl_1', 'Text'],
  [newTemplate(), 'x'.repeat(10_001)],
])('the id %j with such a text is refused, and nothing is stored', async (id, text) => {
  const member = await app.member()
  expect(await push(member, write(id, text))).toMatchObject([{ status: 'refused', code: 'invalid' }])
  expect(await templatesOf(member)).toEqual([])
})

test('a guest’s templates are the account’s after the sign-in; texts with one id are both kept', async () => {
  const member = await app.member()
  const [same, other] = [newTemplate(), newTemplate()]
  await push(member, write(same, 'Of the account'))
  const guest = app.visitor()
  await push(guest)
  await push(guest, write(same, 'Of the guest'), write(other, 'Other'))
  await guest.post('/api/auth/login', { email: member.user.email, password: member.password })
  const texts = (await templatesOf(guest)).map(({ text }) => text).join('\n')
  for (const text of ['Of the account', 'Of the guest', 'Other']) expect(texts).toContain(text)
})
