import { Elysia } from 'elysia'
import { Problem } from '#shared/problem.ts'
import { oldestSpoken, PROTOCOL_HEADER } from '#shared/sync/protocol.ts'

/** Turns away an app too old to understand us: it asks its person to reload. No header means the current protocol. */
export const protocolGuard = new Elysia({ name: 'sync-protocol' }).onBeforeHandle({ as: 'scoped' }, ({ request }) => {
  const spoken = request.headers.get(PROTOCOL_HEADER)
  if (spoken === null) return
  const version = /^\d{1,9}$/.test(spoken) ? Number(spoken) : 0
  if (version < oldestSpoken(Date.now())) throw new Problem('sync.protocol-too-old')
})
