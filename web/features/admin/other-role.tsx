import type { AdminRole } from '#shared/admin/rights.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { roleLabels } from './role-labels.ts'

/** For a link to a section that the roles of the account do not include. */
export const OtherRole = ({ roles }: { roles: readonly AdminRole[] }) => (
  <EmptyState title={<h2>Your role doesn’t include this section</h2>}>
    You have {roles.length === 1 ? 'the role' : 'the roles'} {roles.map((role) => roleLabels[role].name).join(' and ')}. An owner
    of the team can change that.
  </EmptyState>
)
