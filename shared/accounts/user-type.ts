import * as v from 'valibot'

/** What somebody joins as. In a file of its own: every first visit reads it in an address, and needs no other contract for that. */
export const UserType = v.picklist(['founder', 'vc', 'angel'], 'Please select your role')
export type UserType = v.InferOutput<typeof UserType>
