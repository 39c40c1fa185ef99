import * as v from 'valibot'
import { Reason } from '#shared/admin/customer-decisions.ts'

/** The features that an owner can switch off. A feature is on unless it was switched off. */
export const SWITCHES = [
  'sign-up',
  'guest-checkout',
  'bookings',
  'cold-scout',
  'scout-publishing',
  'applications',
  'newsletter',
] as const
export const Switch = v.picklist(SWITCHES)
export type Switch = v.InferOutput<typeof Switch>

/** What a refused caller reads, and a screen shows before the call. What was begun before is completed. */
export const switchedOffTexts: Record<Switch, string> = {
  'sign-up': 'New accounts can’t be created at the moment. Existing accounts can sign in.',
  'guest-checkout': 'You need an account to pay at the moment. Please sign in.',
  bookings: 'Calls can’t be booked at the moment. Booked calls take place.',
  'cold-scout': 'Decision makers can’t be unlocked at the moment. Those you unlocked stay available.',
  'scout-publishing': 'Projects can’t be published at the moment. You can still edit and save yours.',
  applications: 'New applications are not accepted at the moment. Your text is kept on this device.',
  newsletter: 'The newsletter takes no new subscribers at the moment.',
}

/** In `GET /api/config`: the features that are off, with their texts. A later release may know more features. */
export const SwitchedOff = v.record(v.string(), v.string())
export type SwitchedOff = v.InferOutput<typeof SwitchedOff>

/** `GET /api/admin/switches`, and the answer to a change. */
export const AdminSwitches = v.object({
  switches: v.array(
    v.object({
      feature: Switch,
      /** Null while the feature is on. */
      offSince: v.nullable(v.string()),
    }),
  ),
})
export type AdminSwitches = v.InferOutput<typeof AdminSwitches>

/** `PATCH /api/admin/switches/{feature}`. Repeating it changes nothing. */
export const ChangeSwitch = v.object({ isOff: v.boolean(), reason: Reason })
export type ChangeSwitch = v.InferOutput<typeof ChangeSwitch>
