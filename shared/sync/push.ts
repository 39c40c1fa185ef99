import * as v from 'valibot'
import { MutationId, PrincipalId } from '#shared/ids.ts'

/** A mutation that has replaced this many sent ones is not squashed any more: the next change becomes a separate mutation. */
export const MAX_REPLACED = 100
/** Limit for all mutations of a push together: the server inserts a row for each. */
export const MAX_PUSH_REPLACED = 200

/** Maximum number of mutations per push; the outbox sends the rest in the next one. */
export const MAX_PUSH = 100

/**
 * A full push of the longest notes is 4 MB. A larger one, with texts whose characters take six bytes, is refused as too large,
 * and the outbox sends it in halves.
 */
export const MAX_PUSH_BYTES = 4.5 * 1024 * 1024
/** Values in one push: 100 drafts with every field changed have about 15,000. */
export const MAX_PUSH_NODES = 20_000

export const MutationResult = v.object({
  id: MutationId,
  status: v.picklist(['applied', 'duplicate', 'refused', 'retry']),
  code: v.optional(v.string()),
  message: v.optional(v.string()),
  /** The server's document, if a refusal can show it beside the user's version. */
  current: v.optional(v.unknown()),
})
export type MutationResult = v.InferOutput<typeof MutationResult>

export const PushReply = v.object({
  /** Set when the push created a guest for an unknown client: the owner of the outbox from now on. */
  principalId: v.optional(PrincipalId),
  results: v.array(MutationResult),
  /** A `ProofChallenge`: with its solution the next push passes a full limit, for one of the mutations to retry. */
  challenge: v.optional(v.unknown()),
})
export type PushReply = v.InferOutput<typeof PushReply>
