import { type AdminRecord, RECORD_CONTACT } from '#shared/admin/records.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { account } from '#tests/support/actors/account.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'

export const REASON = 'Two imports list the same person.'

type Reply = AdminRecord & { code?: string; current?: object }

/** Decisions of an admin about two records of one person. */
export async function startMerging(app: TestApp) {
  const { db } = app.database
  const admin = await account(app, { isAdmin: true })
  const view = async (id: VcId) => (await admin.get<Reply>(`/api/admin/records/${id}`)).body
  const preview = (from: VcId, into: VcId) => admin.get<object>(`/api/admin/records/${from}/merge/${into}`)
  const send = (from: VcId, into: VcId, versions: { version: number; intoVersion: number }) =>
    admin.post<Reply>(`/api/admin/records/${from}/merge`, { into, reason: REASON, ...versions })
  const merge = async (from: VcId, into: VcId) =>
    send(from, into, { version: (await view(from)).version, intoVersion: (await view(into)).version })
  /** Two records that are for sale, the second of which stays. */
  async function two(from: Parameters<typeof listInvestor>[1] = {}, into: Parameters<typeof listInvestor>[1] = {}) {
    const blank = Object.fromEntries(RECORD_CONTACT.map((field) => [field, null]))
    const price = cents(20_000)
    return {
      from: await listInvestor(db, { ...blank, email: 'canary-from@x.example', price, name: 'Ida From', ...from }),
      into: await listInvestor(db, { ...blank, email: 'canary-into@x.example', price, name: 'Ida Into', ...into }),
    }
  }
  return { admin, view, preview, send, merge, two }
}

export type Sent = { name: string; args: object; base?: unknown }

export async function push(client: Client, ...sent: Sent[]) {
  const mutations = sent.map((one) => ({ ...one, id: newMutationId(), madeAt: new Date().toISOString() }))
  return (await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations })).body.results
}

export const note = (contactId: VcId, text: string): Sent => ({
  name: 'contact.note',
  args: { contactId, text },
  base: { text: '', steps: [] },
})
export const entry = (contactId: VcId, text: string): Sent => ({
  name: 'entry.write',
  args: { id: `ent_${crypto.randomUUID()}`, contactId, text, writtenOn: '2026-11-27T10:00:00.000Z' },
  base: { text: '', steps: [], writtenOn: null },
})
