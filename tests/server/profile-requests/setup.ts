import type { MailedRequest, ProfileAsked, RequestOutcome } from '#shared/profile-requests/contract.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { findRecord } from '#tests/support/state/investors.ts'

export const ask = (client: Client, id: string, kind: 'claim' | 'remove', body: unknown = {}) =>
  client.post<ProfileAsked & { code?: string }>(`/api/listings/${id}/${kind}`, body)
export const confirm = (client: Client, token: string) =>
  client.post<RequestOutcome & { code?: string }>('/api/profile-requests/confirm', { token })

/** A started app, and requests about a listed profile. */
export async function setUp() {
  const app = await startTestApp()
  const { db } = app.database
  let people = 0

  async function listed(about: Parameters<typeof listInvestor>[1] = {}) {
    people += 1
    const email = `listed-${people}@harbour.example`
    return { id: await listInvestor(db, { email, name: `Grace ${people}`, telegram: `@grace_${people}`, ...about }), email }
  }
  const look = (token: string, on = app) => on.visitor().post<MailedRequest>('/api/profile-requests/look', { token })
  const isShown = async (id: string) => (await findRecord(db, id)) !== undefined
  const tokenFor = async (email: string, subject: RegExp) => tokenIn(await mailTo(app, email, subject))
  return { app, db, listed, look, isShown, tokenFor }
}
