import { useCallback, useEffect, useRef, useState } from 'react'
import type { AdminRole } from '#shared/admin/rights.ts'
import { readRoles } from '#web/features/admin/api.ts'
import { HttpProblem } from '#web/net/api.ts'

export type Loaded<Doc> =
  | { kind: 'loading' }
  | { kind: 'ready'; doc: Doc; roles: readonly AdminRole[] }
  /** Nothing is shown, because the last known state may be stale. */
  | { kind: 'unreachable' }
  | { kind: 'refused'; status: number; code: string | undefined; message: string }

/**
 * What one page is about, loaded when the page opens, after a decision, and when the connection returns; in memory only.
 *
 * @param load  stable
 */
export function useLoaded<Doc>(load: () => Promise<Doc>, isOnline: boolean) {
  const [state, setState] = useState<Loaded<Doc>>({ kind: 'loading' })
  const latest = useRef(0)
  const reload = useCallback(async () => {
    latest.current += 1
    const requestNumber = latest.current
    const answer = await Promise.all([load(), readRoles()]).then(
      ([doc, roles]): Loaded<Doc> => ({ kind: 'ready', doc, roles }),
      (error): Loaded<Doc> =>
        error instanceof HttpProblem
          ? { kind: 'refused', status: error.status, code: error.code, message: error.problem?.message ?? error.message }
          : { kind: 'unreachable' },
    )
    if (requestNumber === latest.current) setState(answer)
  }, [load])
  useEffect(() => {
    if (isOnline) void reload()
    else setState({ kind: 'unreachable' })
  }, [reload, isOnline])
  return { state, reload }
}
