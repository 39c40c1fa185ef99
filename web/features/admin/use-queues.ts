import { useCallback, useEffect, useRef, useState } from 'react'
import type { AdminApplication } from '#shared/admin/applications.ts'
import type { AdminDeliveries } from '#shared/admin/deliveries.ts'
import type { AdminImports } from '#shared/admin/imports.ts'
import type { AdminIntro } from '#shared/admin/intros.ts'
import type { AdminProject } from '#shared/admin/projects.ts'
import type { AdminRole } from '#shared/admin/rights.ts'
import type { AdminLedgerChecks, AdminPayouts } from '#shared/earnings/admin.ts'
import type { AdminTicket } from '#shared/help/admin.ts'
import { cents } from '#shared/money.ts'
import type { AdminProfileRequest } from '#shared/profile-requests/contract.ts'
import type { AdminDisputes, AdminRefund } from '#shared/refunds/admin.ts'
import { HttpProblem } from '#web/net/api.ts'
import {
  listApplications,
  listDeliveries,
  listDisputes,
  listImports,
  listIntroductions,
  listLedgerChecks,
  listPayouts,
  listProfiles,
  listProjects,
  listRefunds,
  listTickets,
  NO_DELIVERIES,
  readRoles,
} from './api.ts'
import { hasQueue } from './queues.ts'

/** Everything that waits for an admin, as just loaded from the server. */
export type Queues = {
  applications: AdminApplication[]
  projects: AdminProject[]
  introductions: AdminIntro[]
  profiles: AdminProfileRequest[]
  tickets: AdminTicket[]
  imports: AdminImports
  deliveries: AdminDeliveries
  refunds: AdminRefund[]
  disputes: AdminDisputes
  payouts: AdminPayouts
  'ledger-checks': AdminLedgerChecks
}

export type QueuesState =
  | { kind: 'loading' }
  | { kind: 'ready'; queues: Queues; roles: readonly AdminRole[] }
  /** The server does not answer. Nothing is shown, because the last known state may be stale. */
  | { kind: 'unreachable' }
  | { kind: 'refused'; status: number; code: string | undefined; message: string }

const LOOK_AGAIN_MS = 60_000

const lists: { [List in keyof Queues]: () => Promise<Queues[List]> } = {
  applications: listApplications,
  projects: listProjects,
  introductions: listIntroductions,
  profiles: listProfiles,
  tickets: listTickets,
  imports: listImports,
  deliveries: listDeliveries,
  refunds: listRefunds,
  disputes: listDisputes,
  payouts: listPayouts,
  'ledger-checks': listLedgerChecks,
}

/** A queue that the roles do not include. Its section is not shown. */
const NOTHING: Queues = {
  applications: [],
  projects: [],
  introductions: [],
  profiles: [],
  tickets: [],
  imports: { runs: [], quarantine: [], prices: [] },
  deliveries: NO_DELIVERIES,
  refunds: [],
  disputes: { disputes: [], warnings: [] },
  payouts: { minimum: cents(0), accounts: [], batches: [] },
  'ledger-checks': { violations: [], alerts: [], balances: [], checkedAt: null, balanceReadAt: null },
}

async function fetchQueues(): Promise<QueuesState> {
  const roles = await readRoles()
  const own = Object.entries(lists).filter(([name]) => hasQueue(roles, name as keyof Queues))
  const loaded = await Promise.all(own.map(async ([name, list]) => [name, await list()] as const))
  return { kind: 'ready', queues: { ...NOTHING, ...Object.fromEntries(loaded) }, roles }
}

/** The queues, loaded when the page opens, when the user returns to it, and every minute; stored in memory only. */
export function useQueues(isOnline: boolean) {
  const [state, setState] = useState<QueuesState>({ kind: 'loading' })
  const latest = useRef(0)

  const reload = useCallback(async () => {
    latest.current += 1
    const requestNumber = latest.current
    const response = await fetchQueues().catch(
      (error): QueuesState =>
        error instanceof HttpProblem
          ? { kind: 'refused', status: error.status, code: error.code, message: error.problem?.message ?? error.message }
          : { kind: 'unreachable' },
    )
    // Ignore a response that a later request has superseded.
    if (requestNumber === latest.current) setState(response)
  }, [])

  useEffect(() => {
    if (!isOnline) {
      latest.current += 1
      setState({ kind: 'unreachable' })
      return
    }
    const reloadIfVisible = () => void (document.visibilityState === 'visible' && reload())
    setState((before) => (before.kind === 'unreachable' ? { kind: 'loading' } : before))
    void reload()
    const timer = setInterval(reloadIfVisible, LOOK_AGAIN_MS)
    document.addEventListener('visibilitychange', reloadIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', reloadIfVisible)
    }
  }, [isOnline, reload])

  return { state, reload }
}
