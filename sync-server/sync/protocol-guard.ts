import { Elysia } from 'elysia'
import { Problem } from '#shared/problem.ts'
import { oldestSpoken, PROTOCOL_HEADER } from '#shared/sync/protocol.ts'

/**
 * Rejects an app whose protocol is too old; it then asks the user to reload. Without the header the current protocol is assumed.
 */
export const protocolGuard = new Elysia({ name: 'sync-protocol' }).onBeforeHandle({ as: 'scoped' }, ({ request }) => {
  const sent = request.headers.get(PROTOCOL_HEADER)
  if (sent === null) return
  const version = /^\d{1,9}$/.test(sent) ? Number(sent) : 0
  if (version < oldestSpoken(Date.now())) throw new Problem('sync.protocol-too-old')
})
