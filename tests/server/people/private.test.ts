import { expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { account } from '#tests/support/actors/account.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'

const lines: string[] = []
const log = createLog('trace', { write: (line: string) => void lines.push(line) })
const app = await startTestApp({ world: { log } })

const CANARY = 'canary-of-a-dated-note'
const [id, contactId] = [`ent_${crypto.randomUUID()}`, `psn_${crypto.randomUUID()}`]

/** Every reply that a client gets to a request that only reads, and all that it may store. */
async function readAll(client: Client, asked = contactId): Promise<string> {
  const paths = app.app.http.routes.flatMap(({ method, path }) => (method === 'GET' && path.startsWith('/api/') ? [path] : []))
  expect(paths.length).toBeGreaterThan(40)
  const texts = [JSON.stringify((await client.post('/api/sync/me', { have: {} })).body)]
  for (const path of paths) {
    // A socket, and the addresses that end the session.
    if (/live|login|logout/.test(path)) continue
    const response = await client.send(path.replace(/:\w+\??/g, asked).replace('*', 'x'))
    texts.push(await response.text())
  }
  return texts.join('\n')
}

test('own people, and all that is written about them, are in no reply to another user, an admin included, and in no log', async () => {
  const secret = 'canary-of-a-person'
  const ada = await account(app)
  const id = `psn_${crypto.randomUUID()}`
  const sent = [
    { name: 'person.write', args: { id, name: secret, email: `${secret}@x.example`, phone: secret } },
    { name: 'contact.note', args: { contactId: id, text: secret }, base: { text: '', steps: [] } },
    { name: 'contact.follow-up', args: { contactId: id, metAt: secret, dueAt: '2027-02-01T08:00:00.000Z', remindByMail: true } },
    { name: 'contact.tag', args: { contactId: id, add: [secret] } },
    { name: 'deal.write', args: { id, amount: 100, nextStep: secret, introducedBy: secret }, base: {} },
    { name: 'raise.write', args: { id: 'round', name: secret, passed: secret }, base: {} },
    { name: 'template.write', args: { id: `tpl_${crypto.randomUUID()}`, text: secret }, base: { text: '', steps: [] } },
    { name: 'search.write', args: { id: `sch_${crypto.randomUUID()}`, name: secret, filters: 'stage=Seed' } },
    // Refused: another text than the one that was seen, and an address that is too long.
    { name: 'person.write', args: { id, name: `${secret} again` }, base: { name: ['unseen'] } },
    { name: 'person.write', args: { id, email: secret.repeat(20) } },
  ]
  const mutations = sent.map((one) => ({ ...one, id: newMutationId(), madeAt: new Date().toISOString() }))
  const { body } = await ada.post<{ results: { status: string }[] }>('/api/sync/push', { clientId: newClientId(), mutations })
  expect(body.results.map(({ status }) => status)).toEqual([...sent.slice(2).map(() => 'applied'), 'refused', 'refused'])
  expect((await readAll(ada)).split(secret).length).toBeGreaterThan(20)
  for (const other of [await account(app), await account(app, { isAdmin: true }), app.visitor()]) {
    expect(await readAll(other, id)).not.toContain(secret)
  }
  expect(lines.join('\n')).not.toContain(secret)
})

test('a dated note is in the lane and the downloads of its writer, and in no reply to another user, an admin included, and in no log', async () => {
  const ada = await account(app)
  const sent = [
    { name: 'person.write', args: { id: contactId, name: 'Noa' } },
    { name: 'entry.write', args: { id, contactId, text: CANARY, writtenOn: '2026-11-27T09:00:00.000Z' } },
    // Refused: no such contact.
    {
      name: 'entry.write',
      args: { id: `${id.slice(0, -4)}aaaa`, contactId: 'rec1', text: CANARY, writtenOn: '2026-11-27T09:00:00.000Z' },
    },
    { name: 'entry.write', args: { id, contactId, text: CANARY, writtenOn: CANARY } },
  ]
  const mutations = sent.map((one) => ({ ...one, id: newMutationId(), madeAt: new Date().toISOString() }))
  const { body } = await ada.post<{ results: { status: string }[] }>('/api/sync/push', { clientId: newClientId(), mutations })
  expect(body.results.map(({ status }) => status)).toEqual(['applied', 'applied', 'refused', 'refused'])

  const own = await readAll(ada)
  // The lane, the export as JSON and as CSV, the contacts as vCards and as CSV.
  expect(own.split(CANARY).length - 1).toBeGreaterThanOrEqual(5)
  const admin = await account(app, { isAdmin: true })
  expect((await admin.get('/api/admin/audit')).status).toBe(200)
  for (const other of [await account(app), admin, app.visitor()]) {
    expect(await readAll(other)).not.toContain(CANARY)
  }
  expect(lines.join('\n')).not.toContain(CANARY)
})
