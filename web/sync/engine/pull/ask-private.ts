import * as v from 'valibot'
import type { PrincipalId } from '#shared/ids.ts'
import { PrivateDelta } from '#shared/sync/protocol.ts'
import type { PullMe } from '#shared/sync/pull.ts'
import { postJson, type Transport } from '#web/sync/engine/transport.ts'

export const askPrivate = (transport: Transport, principalId: PrincipalId | undefined, request: Omit<PullMe, 'principalId'>) =>
  postJson(transport, '/api/sync/me', { principalId, ...request }, v.optional(PrivateDelta))

const Owner = v.object({ id: v.string(), kind: v.picklist(['guest', 'account']) })

export function ownerOf(delta: PrivateDelta | undefined): { id: PrincipalId; kind: 'guest' | 'account' } | undefined {
  const read = v.safeParse(Owner, delta?.put.account?.[0])
  return read.success ? { id: read.output.id as PrincipalId, kind: read.output.kind } : undefined
}
