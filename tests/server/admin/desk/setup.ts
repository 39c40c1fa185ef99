import type { Customer } from '#shared/admin/customer.ts'
import type { DeskResults } from '#shared/admin/search.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'

export type Refusal = { code?: string; message?: string }
export type Person = Awaited<ReturnType<typeof account>>

/** Views and decisions of one admin about customers. */
export async function deskOf(app: TestApp, about: Parameters<typeof account>[1] = {}) {
  const admin = await account(app, { ...about, isAdmin: true })
  return { ...admin, ...deskBy(admin) }
}

export const deskBy = (by: Client) => ({
  search: async (query: string) => (await by.post<DeskResults & Refusal>('/api/admin/search', { query })).body,
  ban: (id: PrincipalId | string, reason = 'Sent spam to investors.') =>
    by.post<Customer & Refusal>(`/api/admin/customers/${id}/ban`, { reason }),
  unban: (id: PrincipalId | string, reason = 'It was a mistake.') =>
    by.post<Customer & Refusal>(`/api/admin/customers/${id}/unban`, { reason }),
  give: (id: string, vcId: string, version: number, reason = 'The payment page failed.') =>
    by.post<Customer & Refusal>(`/api/admin/customers/${id}/grants`, { vcId, reason, version }),
  revoke: (id: string, grant: string, version: number, reason = 'The buyer harassed the investor.') =>
    by.post<Customer & Refusal>(`/api/admin/customers/${id}/grants/${grant}/revoke`, { reason, version }),
  view: (id: PrincipalId | string) => by.post<Customer & Refusal>(`/api/admin/customers/${id}`),
})
