import { vi } from 'vitest'
import { DEADLINE_MS } from '#tests/support/until.ts'

/** Repeats `check` until it neither throws nor rejects, and returns its result. The default of `vi.waitFor` is one second. */
export const eventually = <Result>(check: () => Result | Promise<Result>, interval = 20): Promise<Result> =>
  vi.waitFor(check, { timeout: DEADLINE_MS, interval })
