import type { ComponentProps } from 'react'
import type { UserType } from '#shared/accounts/user-type.ts'

const roles: { value: UserType; label: string; hint: string }[] = [
  { value: 'founder', label: 'Founder', hint: 'Raising' },
  { value: 'vc', label: 'VC', hint: 'Fund' },
  { value: 'angel', label: 'Angel Investor', hint: 'Own capital' },
]

/** The label of a role. */
export const roleName = (userType: UserType) => roles.find(({ value }) => value === userType)?.label ?? userType

/** The role of a new account. Radio buttons drawn as three segments. */
export function RoleChoice({ error, ...field }: { error?: string | undefined } & ComponentProps<'input'>) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">I am joining as</legend>
      <div className="grid grid-cols-3 overflow-hidden rounded-field border border-edge">
        {roles.map(({ value, label, hint }) => (
          <label
            key={value}
            className="relative grid min-h-14 cursor-pointer content-center gap-0.5 border-edge px-2 py-2 text-center not-first:border-l has-checked:bg-ink has-checked:text-sheet has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-brass"
          >
            <input type="radio" value={value} className="sr-only" {...field} />
            <span className="text-sm leading-tight font-medium">{label}</span>
            <span aria-hidden="true" className="hidden text-xs opacity-75 sm:block">
              {hint}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className="text-sm text-red">
          {error}
        </p>
      )}
    </fieldset>
  )
}
