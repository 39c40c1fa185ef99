import { onTestFinished } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import type { PushReply } from '#shared/sync/push.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { until } from '#tests/support/until.ts'

const AGAIN_MS = 20

/** A guest that saves one investor after the other, and sends each change until the server confirms it, as a device does. */
export function startWriter(client: Client) {
  const clientId = newClientId()
  const replies: { status: number; retryAfter: string | null }[] = []
  let confirmed = 0
  let shouldEnd = false
  let isOver = false

  const push = async (mutations: object[]) => {
    const { status, headers, body } = await client.post<PushReply>('/api/sync/push', { clientId, mutations })
    replies.push({ status, retryAfter: headers.get('retry-after') })
    return status === 200 ? body.results[0]?.status : undefined
  }
  const write = async (at: number) => {
    const args = { vcId: `rec${at}` as VcId, isSaved: true }
    const mutation = { id: newMutationId(), name: 'investor.save', args, madeAt: new Date().toISOString() }
    while (!isOver) {
      const status = await push([mutation])
      if (status === 'applied' || status === 'duplicate') return void confirmed++
      await Bun.sleep(AGAIN_MS)
    }
  }
  const running = (async () => {
    // The reply to the first push has the cookie of the guest.
    await push([])
    while (!shouldEnd && !isOver) await write(confirmed)
  })()
  // A test that fails ends its servers.
  running.catch(() => undefined)
  onTestFinished(() => {
    isOver = true
  })

  return {
    client,
    /** Of all replies, in their order. */
    replies,
    lastStatus: async () => replies.at(-1)?.status,
    confirmed: () => confirmed,
    /** Waits until more changes are confirmed. */
    async confirms(more: number) {
      const before = confirmed
      await until(
        async () => confirmed - before,
        (count) => count >= more,
      )
    },
    /** Ends with the change that is being sent. */
    async end() {
      shouldEnd = true
      await running
    },
  }
}

export type Writer = ReturnType<typeof startWriter>

export const confirmedBy = (writers: Writer[]) => writers.reduce((sum, { confirmed }) => sum + confirmed(), 0)
