import { useId } from 'react'
import { ADMIN_ROLES, type AdminRole } from '#shared/admin/rights.ts'
import { roleLabels } from './role-labels.ts'

type Props = { roles: readonly AdminRole[]; onChange: (roles: AdminRole[]) => void; error?: string | undefined }

/** The roles of an account, each with what it may do. */
export function RoleChoice({ roles, onChange, error }: Props) {
  const id = useId()
  const toggle = (role: AdminRole) => onChange(roles.includes(role) ? roles.filter((one) => one !== role) : [...roles, role])
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 text-sm font-medium">Roles</legend>
      {ADMIN_ROLES.map((role) => (
        <label key={role} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="checkbox"
            checked={roles.includes(role)}
            onChange={() => toggle(role)}
            aria-describedby={`${id}-${role}`}
            className="checkbox mt-0.5 border-edge bg-sheet"
          />
          <span>
            <span className="font-medium">{roleLabels[role].name}</span>
            <span id={`${id}-${role}`} className="block text-sm text-soft">
              {roleLabels[role].rights}
            </span>
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-red">
          {error}
        </p>
      )}
    </fieldset>
  )
}
