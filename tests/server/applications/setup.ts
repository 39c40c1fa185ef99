import type { Application } from '#shared/applications/contract.ts'
import type { PlatformRecord } from '#shared/directory/api-contract.ts'
import type { VcId } from '#shared/ids.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { findListing } from '#tests/support/state/investors.ts'

export type Reply = Application & { code?: string; message?: string; fields?: { path: string; message: string }[] }
export const apply = (client: Client, about: Record<string, unknown> = {}) =>
  client.post<Reply>('/api/vcs', sampleApplication(about))

/** A started app, and its applications. */
export async function setUp() {
  const app = await startTestApp()
  const { member, visitor, database } = app
  const { db } = database
  const rowOf = (id: VcId) => findListing(db, id)
  const listed = async (query = '') => (await visitor().get<PlatformRecord[]>(`/api/vcs${query}`)).body
  return { member, visitor, db, rowOf, listed }
}
