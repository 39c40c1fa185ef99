import { useCallback, useEffect, useRef, useState } from 'react'
import type { Customer } from '#shared/admin/customer.ts'
import type { AdminRole } from '#shared/admin/rights.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { readRoles, viewCustomer } from '#web/features/admin/api.ts'
import { HttpProblem } from '#web/net/api.ts'

export type CustomerState =
  | { kind: 'loading' }
  | { kind: 'ready'; customer: Customer; roles: readonly AdminRole[] }
  /** Nothing is shown, because the last known state may be stale. */
  | { kind: 'unreachable' }
  | { kind: 'refused'; status: number; code: string | undefined; message: string }

/** One customer, loaded when the page opens, after a decision, and when the connection returns; in memory only. */
export function useCustomer(id: PrincipalId, isOnline: boolean) {
  const [state, setState] = useState<CustomerState>({ kind: 'loading' })
  const latest = useRef(0)
  const reload = useCallback(async () => {
    latest.current += 1
    const requestNumber = latest.current
    const answer = await Promise.all([viewCustomer(id), readRoles()]).then(
      ([customer, roles]): CustomerState => ({ kind: 'ready', customer, roles }),
      (error): CustomerState =>
        error instanceof HttpProblem
          ? { kind: 'refused', status: error.status, code: error.code, message: error.problem?.message ?? error.message }
          : { kind: 'unreachable' },
    )
    if (requestNumber === latest.current) setState(answer)
  }, [id])
  useEffect(() => {
    if (isOnline) void reload()
    else setState({ kind: 'unreachable' })
  }, [reload, isOnline])
  return { state, reload }
}
