import { expect } from 'vitest'
import type { AdminApplication } from '#shared/admin/applications.ts'
import type { AuditPage } from '#shared/admin/audit.ts'
import type { VcId } from '#shared/ids.ts'
import type { ProfileAsked, RequestOutcome } from '#shared/profile-requests/contract.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { held } from '#tests/support/actors/listings.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { enterCall } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { mailsTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { listListings } from '#tests/support/state/investors.ts'
import { until } from '#tests/support/until.ts'

export const LINK = 'https://cal.example.com/grace'
export const confirm = (client: Client, token: string) =>
  client.post<RequestOutcome & { code?: string }>('/api/profile-requests/confirm', { token })
export const edit = (owner: Client, id: VcId, change: object) => owner.post(`/api/vcs/${id}`, change, { method: 'PATCH' })
export const apply = (owner: Client, about: Record<string, unknown> = {}) =>
  owner.post<{ id: VcId; code?: string }>('/api/vcs', sampleApplication(about))

export const readsCalls = async (client: Client) => JSON.stringify([await held(client), (await client.get('/api/bookings')).body])
export const deleteAccount = (client: Client) => client.send('/api/auth/delete-account?giveUpEarnings=yes', { method: 'DELETE' })

/** A started app with an admin, and the steps of a claim. */
export async function setUp() {
  const app = await startTestApp()
  const { db } = app.database
  const boss = await app.member({ firstName: 'Sam', lastName: 'Okafor' })
  await grantAdmin(app, boss)
  let records = 0
  const recordCount = () => records

  async function aRecord(about: Parameters<typeof listInvestor>[1] = {}) {
    records += 1
    const [name, email] = [`Grace Original ${records}`, `original-${records}@harbour.example`]
    return { id: await listInvestor(db, { name, email, meetingLink: LINK, ...about }), name, email }
  }
  type Listed = Awaited<ReturnType<typeof aRecord>>
  type Person = Awaited<ReturnType<typeof app.member>>

  const ask = (id: VcId, kind: 'claim' | 'remove', body: unknown = {}) =>
    app.visitor().post<ProfileAsked & { code?: string }>(`/api/listings/${id}/${kind}`, body)

  /** The link of a new mail to the mailbox in a record. */
  async function linkFor({ id, email }: Listed, kind: 'claim' | 'remove') {
    const subject = kind === 'claim' ? /Take over/ : /Remove your profile/
    const before = (await mailsTo(app, email, subject)).length
    expect((await ask(id, kind)).body).toMatchObject({ next: 'mail' })
    const mails = await until(
      () => mailsTo(app, email, subject),
      (all) => all.length > before,
    )
    return tokenIn(mails.at(-1) as (typeof mails)[number])
  }

  /** A user claims a record with its mailbox; the listing is pending. */
  async function claims(person: Person, record: Listed): Promise<VcId> {
    expect((await confirm(person, await linkFor(record, 'claim'))).body).toEqual({ outcome: 'claimed' })
    const [row] = await listListings(db, { userId: person.user.id, replacesId: record.id })
    return row?.id as VcId
  }

  const verify = (id: VcId, isVerified: boolean) =>
    boss.post<AdminApplication>(`/api/admin/vcs/${id}/verify`, { isVerified }, { method: 'PATCH' })
  const lift = (id: VcId, by: Client = boss) =>
    by.post<AdminApplication & { code?: string }>(`/api/admin/vcs/${id}/lift-revocation`, {})
  const seen = async (id: VcId) =>
    (await boss.get<AdminApplication[]>('/api/admin/vcs')).body.find((vc) => vc.id === id) as AdminApplication
  const entriesOf = async (id: VcId) =>
    (await boss.get<AuditPage>('/api/admin/audit')).body.entries.filter(({ targetId }) => targetId === id)

  /** Whether an investor is visible in the directory. */
  const isShown = async (id: VcId) =>
    [
      ...(await app.visitor().get<{ id: string }[]>('/api/vcs')).body,
      ...Object.values((await app.visitor().get<Record<string, { id: string }[]>>('/api/airtable/vcs')).body).flat(),
    ].some((one) => one.id === id)

  /** A claim that the team has approved, with a founder who has a call with the record. */
  async function takenOver(about: Parameters<typeof listInvestor>[1] = {}) {
    const record = await aRecord(about)
    const [founder, claimant] = [await app.member(), await app.member({ userType: 'vc' })]
    const call = await enterCall(app, founder, record.id, new Date(Date.now() + (30 + records) * 86_400_000))
    const listing = await claims(claimant, record)
    await verify(listing, true)
    return { record, founder, claimant, listing, call }
  }
  return { app, db, boss, recordCount, aRecord, ask, linkFor, claims, verify, lift, seen, entriesOf, isShown, takenOver }
}
