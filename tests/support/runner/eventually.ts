import { vi } from 'vitest'

/** A check on a slow machine passes late. The default of `vi.waitFor`, one second, would fail it. */
const TIMEOUT_MS = 60_000

/** Repeats `check` until it neither throws nor rejects, and returns its result. `expect.poll` has the same timeout by configuration. */
export const eventually = <Result>(check: () => Result | Promise<Result>, interval = 20): Promise<Result> =>
  vi.waitFor(check, { timeout: TIMEOUT_MS, interval })
