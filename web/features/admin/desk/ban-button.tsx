import type { Customer } from '#shared/admin/customer.ts'
import { type AdminRole, mayCall } from '#shared/admin/rights.ts'
import type { UserId } from '#shared/ids.ts'
import { banCustomer, unbanCustomer } from '#web/features/admin/api.ts'
import type { Question } from '#web/features/admin/decisions/reason-dialog.tsx'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { Button } from '#web/ui/button.tsx'

type Props = {
  customer: Customer
  self: UserId
  roles: readonly AdminRole[]
  settle: Settle
  busyWith: string | undefined
  ask: (question: Question) => void
}

/** Bans the account, or lifts its ban. Nothing for a guest, for the admin's own account, and for other roles. */
export function BanButton({ customer: { id, account }, self, roles, settle, busyWith, ask }: Props) {
  const mayBan = mayCall(roles, 'POST /api/admin/customers/:id/ban') && (!account?.isAdmin || roles.includes('owner'))
  if (!account || account.id === self || !mayBan) return null
  const name = account.name ?? account.email
  const ban = () =>
    ask({
      draftId: `admin:ban:${id}`,
      title: `Ban ${name}`,
      text: 'Signs out all devices and rejects every sign-in. Their listing is not sold, and their future calls are cancelled: an investor’s calls are refunded. Nothing they wrote is deleted. Only admins see your reason.',
      label: 'Reason',
      missing: 'Enter a reason.',
      action: 'Ban account',
      isDanger: true,
      onDecide: (reason) =>
        settle({ targetId: id, title: 'Banned', sentence: `${name} was signed out everywhere.` }, () => banCustomer(id, reason)),
    })
  const lift = () =>
    ask({
      draftId: `admin:unban:${id}`,
      title: `Lift the ban of ${name}`,
      text: 'They can sign in again, and their listing is sold again. Cancelled calls stay cancelled. Only admins see your reason.',
      label: 'Reason',
      missing: 'Enter a reason.',
      action: 'Lift ban',
      onDecide: (reason) =>
        settle({ targetId: id, title: 'Ban lifted', sentence: `${name} can sign in again.` }, () => unbanCustomer(id, reason)),
    })
  return account.ban ? (
    <Button variant="outline" isBusy={busyWith === id} onClick={lift}>
      Lift ban
    </Button>
  ) : (
    <Button variant="danger" isBusy={busyWith === id} onClick={ban}>
      Ban account
    </Button>
  )
}
