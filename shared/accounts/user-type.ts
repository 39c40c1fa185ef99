import * as v from 'valibot'

/**
 * The role of a new account. In a separate file: every first visit reads it from an address, and needs no other contract for
 * that.
 */
export const UserType = v.picklist(['founder', 'vc', 'angel'], 'Please select your role')
export type UserType = v.InferOutput<typeof UserType>
