import * as v from 'valibot'
import { ClientId, MutationId, PrincipalId } from '#shared/ids.ts'
import { MAX_PUSH, MAX_PUSH_REPLACED, MAX_REPLACED } from './push.ts'

// Parsed by the server only: in a file of its own, the first screen does not load it.

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
