import * as v from 'valibot'
import { ClientId, MutationId, PrincipalId } from '#shared/ids.ts'

/** A mutation that has replaced this many sent ones is not squashed any more: the next change becomes a separate mutation. */
export const MAX_REPLACED = 100
/** Limit for all mutations of a push together: the server inserts a row for each. */
export const MAX_PUSH_REPLACED = 200

/** One mutation of the outbox on the wire. Arguments are parsed individually, so that an invalid mutation is refused alone. */
export const Mutation = v.object({
  id: MutationId,
  name: v.pipe(v.string(), v.maxLength(64)),
  args: v.unknown(),
  /** The version of the document that the user saw, if the mutation merges. */
  base: v.optional(v.unknown()),
  /**
   * Earlier mutations of the same outbox that were sent and are part of this one. If they still arrive, they are not applied any
   * more.
   */
  replaces: v.optional(v.pipe(v.array(MutationId), v.maxLength(MAX_REPLACED))),
  /** The device's clock: for display, never used for ordering. */
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
})
export type Mutation = v.InferOutput<typeof Mutation>

const areFewReplaced = (mutations: Mutation[]) =>
  mutations.reduce((sum, { replaces }) => sum + (replaces?.length ?? 0), 0) <= MAX_PUSH_REPLACED

/** Maximum number of mutations per push; the outbox sends the rest in the next one. */
export const MAX_PUSH = 100

/**
 * A full push of the longest notes is 4 MB. A larger one, with texts whose characters take six bytes, is refused as too large,
 * and the outbox sends it in halves.
 */
export const MAX_PUSH_BYTES = 4.5 * 1024 * 1024
/** Values in one push: 100 drafts with every field changed have about 15,000. */
export const MAX_PUSH_NODES = 20_000

export const Push = v.object({
  clientId: ClientId,
  /**
   * The owner of the outbox. For another principal the server replies `session-lost`: a mutation is applied as the principal that
   * created it.
   */
  principalId: v.optional(PrincipalId),
  mutations: v.pipe(v.array(Mutation), v.maxLength(MAX_PUSH), v.check(areFewReplaced)),
})
export type Push = v.InferOutput<typeof Push>

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
})
export type PushReply = v.InferOutput<typeof PushReply>
