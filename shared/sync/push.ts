import * as v from 'valibot'
import { ClientId, MutationId, PrincipalId } from '#shared/ids.ts'

/** An entry that has taken in this many sent ones is not folded any more: the next change gets an entry of its own. */
export const MAX_REPLACED = 100
/** All mutations of a push together: the server writes a row for each. */
export const MAX_PUSH_REPLACED = 200

/** One entry of the outbox on the wire. Arguments are parsed one by one, so that one bad entry refuses itself alone. */
export const Mutation = v.object({
  id: MutationId,
  name: v.pipe(v.string(), v.maxLength(64)),
  args: v.unknown(),
  /** The version of the document the person saw, where the command merges. */
  base: v.optional(v.unknown()),
  /**
   * Earlier mutations of the same outbox that were sent and are part of this one. They may still arrive, and are not applied
   * any more then.
   */
  replaces: v.optional(v.pipe(v.array(MutationId), v.maxLength(MAX_REPLACED))),
  /** The device's clock: shown to people, never used for order. */
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
})
export type Mutation = v.InferOutput<typeof Mutation>

const areFewReplaced = (mutations: Mutation[]) =>
  mutations.reduce((sum, { replaces }) => sum + (replaces?.length ?? 0), 0) <= MAX_PUSH_REPLACED

/** A push carries at most this many; the outbox sends the rest in the next one. */
export const MAX_PUSH = 100

/**
 * A full push of the longest notes is 4 MB. One that is larger still, of texts in which each letter takes six bytes, is refused
 * as too large, and the outbox sends it in halves.
 */
export const MAX_PUSH_BYTES = 4.5 * 1024 * 1024
/** Values in one push: of 100 drafts with every field changed, about 15,000. */
export const MAX_PUSH_NODES = 20_000

export const Push = v.object({
  clientId: ClientId,
  /** Whose outbox this is. A server that sees somebody else answers `session-lost`, so one person's words are never applied as another's. */
  principalId: v.optional(PrincipalId),
  mutations: v.pipe(v.array(Mutation), v.maxLength(MAX_PUSH), v.check(areFewReplaced)),
})
export type Push = v.InferOutput<typeof Push>

export const MutationResult = v.object({
  id: MutationId,
  status: v.picklist(['applied', 'duplicate', 'refused', 'retry']),
  code: v.optional(v.string()),
  message: v.optional(v.string()),
  /** The server's document, where a refusal can show it beside the person's. */
  current: v.optional(v.unknown()),
})
export type MutationResult = v.InferOutput<typeof MutationResult>

export const PushReply = v.object({
  /** Set when the push made a guest of a stranger: whose outbox this is from now on. */
  principalId: v.optional(PrincipalId),
  results: v.array(MutationResult),
})
export type PushReply = v.InferOutput<typeof PushReply>
