import { expect } from 'vitest'
import { projects, vcRequests, vcs } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import type { User } from '#shared/accounts/contract.ts'
import type { AdminApplication } from '#shared/admin/applications.ts'
import type { AuditPage } from '#shared/admin/audit.ts'
import type { ProjectId, UserId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { findUser } from '#tests/support/state/accounts.ts'
import { listMails } from '#tests/support/state/mails.ts'

export type Refusal = { code: string; message: string; current?: Record<string, unknown> }

export const patch = <Body = Record<string, unknown>>(client: Client, path: string, body: unknown) =>
  client.post<Body & Partial<Refusal>>(`/api/admin${path}`, body, { method: 'PATCH' })

/** A started app with two admins and an account of each other kind. */
export async function setUp(env: Record<string, string> = {}) {
  const app = await startTestApp({ env })
  const { database, member, visitor } = app
  const { db } = database

  async function chief() {
    const client = await member({ firstName: 'Sam', lastName: 'Okafor' })
    await grantAdmin(app, client)
    return client
  }

  async function apply(owner: { user: User } | null, about: Partial<typeof vcs.$inferInsert> = {}): Promise<VcId> {
    const id = newId<VcId>('vc')
    const row = { id, userId: owner?.user.id ?? null, fundName: 'Keystone', partnerName: 'Ada Member', ...about }
    await db.insert(vcs).values(row)
    return id
  }

  async function publish(about: Partial<typeof projects.$inferInsert> = {}): Promise<ProjectId> {
    const id = newId<ProjectId>('prj')
    await db.insert(projects).values({ id, companyName: 'Tally', isPublished: true, publishedAt: new Date(), ...about })
    return id
  }

  async function ask(vcId: VcId, owner: { user: User } | null): Promise<string> {
    const id = newId<string>('req')
    const { user } = owner ?? {}
    await db.insert(vcRequests).values({
      id,
      vcId,
      vcType: 'platform',
      principalId: user?.principalId ?? newId('pri'),
      userId: user?.id ?? null,
      founderEmail: user?.email ?? 'typed@guest.example',
      requestType: 'intro',
      message: 'We build <b>rails</b>.',
      amount: cents(0),
      day: '2026-03-01',
    })
    return id
  }

  const vcOf = async (admin: Client, id: VcId) =>
    (await admin.get<AdminApplication[]>('/api/admin/vcs')).body.find((vc) => vc.id === id) as AdminApplication
  const entriesOf = async (admin: Client, targetId: string) =>
    (await admin.get<AuditPage>('/api/admin/audit')).body.entries.filter((entry) => entry.targetId === targetId)
  /** Mails in the outbox, sent or not; they are written in the transactions that cause them. */
  const outboxMailsTo = async (address: string, subject: RegExp) =>
    (await listMails(db, { recipient: address })).filter((mail) => subject.test(mail.subject))
  const outboxMailTo = async (address: string, subject: RegExp) => {
    const [mail, ...more] = await outboxMailsTo(address, subject)
    expect([mail?.recipient, more]).toEqual([address, []])
    return mail as NonNullable<typeof mail>
  }
  const flagOf = async (id: UserId) => (await findUser(db, { id }))?.isApprovedInvestor
  const undo = (admin: Client, entry: { id: string } | undefined) => admin.post<Refusal>(`/api/admin/audit/${entry?.id}/undo`)

  const [admin, other] = [await chief(), await chief()]
  const others = await Promise.all((['founder', 'vc', 'angel'] as const).map((userType) => member({ userType })))
  return {
    app,
    database,
    member,
    visitor,
    db,
    chief,
    apply,
    publish,
    ask,
    vcOf,
    entriesOf,
    outboxMailsTo,
    outboxMailTo,
    flagOf,
    undo,
    admin,
    other,
    others,
  }
}
