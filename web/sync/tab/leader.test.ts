import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { eventually } from '#tests/support/runner/eventually.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import { createApi } from '#web/net/api.ts'
import type { Platform } from '#web/sync/engine/platform.ts'
import { Leader, type LeaderDeps } from './leader.ts'

/** A leader whose server accepts every request and answers none. Its timers fire when the test says so. */
function leaderWithoutReplies() {
  const timers = new Map<object, { ms: number; work: () => void }>()
  const requests: { path: string; signal: AbortSignal | null | undefined }[] = []
  let now = 0
  const send = (path: string, { signal }: RequestInit) =>
    new Promise<Response>((_, reject) => {
      requests.push({ path, signal })
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  const device: Partial<Platform> = {
    api: createApi(send),
    now: () => now,
    random: () => 0.5,
    openSocket: undefined,
    after: (ms, work) => {
      const key = {}
      timers.set(key, { ms, work })
      return () => void timers.delete(key)
    },
    locks: { exclusively: (_, work) => work(), takeOver: (_, work) => work() },
  }
  const stop = new AbortController()
  const directory = new DirectoryDatabase({ indexedDB: new IDBFactory(), IDBKeyRange })
  const deps = {
    device,
    directory,
    guest: undefined,
    phase: { kind: 'connecting' },
    stop: stop.signal,
    onDue: vi.fn(),
    onFault: vi.fn(),
  }
  return {
    leader: new Leader(deps as Partial<LeaderDeps> as LeaderDeps),
    requests,
    stop: () => stop.abort(),
    wait: (ms: number) => {
      now += ms
    },
    /** Fires the timers of this duration that are pending. */
    fire: (ms: number) => {
      for (const [key, timer] of timers) {
        if (timer.ms !== ms) continue
        timers.delete(key)
        timer.work()
      }
    },
  }
}

test('the probe of a cycle that may hang ends after the timeout of a request', async () => {
  const { leader, requests, stop, wait, fire } = leaderWithoutReplies()
  void leader.loop.request(['directory'])
  await eventually(() => expect(requests.length).toBe(1))
  wait(3000)
  leader.abortStalledCycle()
  const probe = requests[1]
  expect(probe?.path).toBe('/api/config')
  expect(probe?.signal?.aborted).toBe(false)

  fire(15_000)
  expect(probe?.signal?.aborted).toBe(true)
  stop()
})
