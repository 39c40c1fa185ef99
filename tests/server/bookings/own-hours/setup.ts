import type { Availability, Slot } from '#shared/bookings/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { openHours } from '#tests/support/actors/hours.ts'
import { startInvestor } from '#tests/support/actors/listings.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Guests of one address share its holds, and accounts of some days do not. */
export const founder = (app: TestApp) =>
  account(app, { emailVerifiedAt: new Date(), createdAt: new Date(Date.now() - 2 * DAY_MS) })

/** An investor whose introductions no test uses up. */
export const investorWith = (app: TestApp, hours: Parameters<typeof openHours>[0] = {}, listing: object = {}) =>
  startInvestor(app, { weeklyIntroLimit: 100, callHours: openHours(hours), ...listing })

export async function available(client: Client, vcId: VcId, more: object = {}): Promise<Availability> {
  const { body } = await client.post<Availability>('/api/calendly/availability', { vcId, vcType: 'platform', ...more })
  return { ...body, slots: body.slots.filter((slot) => slot.available) }
}

export const offers = ({ slots }: Availability, slot: Slot) => slots.some(({ start }) => start === slot.start)
