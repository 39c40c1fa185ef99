import * as v from 'valibot'

/**
 * Ids are opaque text of at most 64 characters. Ids of this product are a short prefix and a UUIDv7; records of the external
 * listing keep their own id (`rec…`), so an id is unique across both sources.
 */
const id = <const Brand extends string>(brand: Brand) =>
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'This is not a valid id.'), v.brand(brand))

export const UserId = id('UserId')
export type UserId = v.InferOutput<typeof UserId>

export const PrincipalId = id('PrincipalId')
export type PrincipalId = v.InferOutput<typeof PrincipalId>

/** An investor, of the platform or of the external listing. The specification calls both `vcId`. */
export const VcId = id('VcId')
export type VcId = v.InferOutput<typeof VcId>

export const OrderId = id('OrderId')
export type OrderId = v.InferOutput<typeof OrderId>

export const BookingId = id('BookingId')
export type BookingId = v.InferOutput<typeof BookingId>

export const ProjectId = id('ProjectId')
export type ProjectId = v.InferOutput<typeof ProjectId>

export const ColdInvestorId = id('ColdInvestorId')
export type ColdInvestorId = v.InferOutput<typeof ColdInvestorId>

export const DecisionMakerId = id('DecisionMakerId')
export type DecisionMakerId = v.InferOutput<typeof DecisionMakerId>

/** UUIDv7, generated on the author's device: the same message sent twice is one ticket. */
export const TicketId = v.pipe(v.string(), v.uuid('This is not a valid id.'), v.brand('TicketId'))
export type TicketId = v.InferOutput<typeof TicketId>

/** UUIDv7, generated on the device; the server stores it to record that the mutation was processed. */
export const MutationId = v.pipe(v.string(), v.uuid('This is not a valid id.'), v.brand('MutationId'))
export type MutationId = v.InferOutput<typeof MutationId>

/** One device installation (browser profile), generated once at random. */
export const ClientId = v.pipe(v.string(), v.uuid('This is not a valid id.'), v.brand('ClientId'))
export type ClientId = v.InferOutput<typeof ClientId>
