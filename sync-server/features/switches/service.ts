import type { Database, Queryable } from '#server/database/client.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import type { Account } from '#server/http/session.ts'
import { listSwitchedOff } from '#server/switches.ts'
import { type AdminSwitches, type ChangeSwitch, SWITCHES, type Switch } from '#shared/switches/contract.ts'
import { deleteOff, insertOff } from './queries.ts'

export type SwitchDeps = { db: Database; now: () => Date }

export const listSwitches = ({ db }: SwitchDeps): Promise<AdminSwitches> => present(db)

async function present(db: Queryable): Promise<AdminSwitches> {
  const off = new Map((await listSwitchedOff(db)).map(({ feature, since }) => [feature, since.toISOString()]))
  return { switches: SWITCHES.map((feature) => ({ feature, offSince: off.get(feature) ?? null })) }
}

/** Switches a feature off or on. A change of nothing leaves no trace. */
export const changeSwitch = (
  { db, now }: SwitchDeps,
  owner: Account,
  feature: Switch,
  { isOff, reason }: ChangeSwitch,
): Promise<AdminSwitches> =>
  db.transaction(async (tx) => {
    await lockCaller(tx, { principalId: owner.principalId, account: owner })
    const isChanged = await (isOff ? insertOff(tx, feature, now()) : deleteOff(tx, feature))
    if (isChanged) {
      await writeAuditEntry(tx, {
        actorId: owner.id,
        action: isOff ? 'switched off' : 'switched on',
        targetType: 'switch',
        targetId: feature,
        before: { isOff: !isOff },
        after: { isOff, note: reason },
      })
    }
    return present(tx)
  })
