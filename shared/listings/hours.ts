import * as v from 'valibot'
import { ChangeHours } from '#shared/bookings/call-hours.ts'
import { VcId } from '#shared/ids.ts'

/** `listing.hours`: changes when an investor takes calls. Null removes own hours. */
export const SetHours = v.object({ vcId: VcId, change: v.nullable(ChangeHours) })
export type SetHours = v.InferOutput<typeof SetHours>

type Pending = { args: SetHours; base: unknown }

/** Two pending changes are one. Own hours that were removed and set again are two: the second begins from nothing. */
export function squashHours({ args: earlier }: Pending, { args: later, base }: Pending): Pending | undefined {
  if (later.change === null) return { args: later, base }
  if (earlier.change === null) return undefined
  return { args: { ...later, change: { ...earlier.change, ...later.change } }, base }
}
