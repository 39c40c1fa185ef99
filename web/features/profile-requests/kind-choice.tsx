import type { RequestKind } from '#shared/profile-requests/contract.ts'

const kinds: { value: RequestKind; label: string; says: string }[] = [
  {
    value: 'claim',
    label: 'Claim it',
    says: 'You edit it, set the price and limit, and keep 85% of each unlock.',
  },
  { value: 'remove', label: 'Remove it', says: 'It is removed from the directory and all devices. Imports won’t add it again.' },
]

/** The two kinds of request, as two options. */
export function KindChoice({ value, onChange }: { value: RequestKind; onChange: (kind: RequestKind) => void }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">What would you like to do?</legend>
      {kinds.map((kind) => (
        <label
          key={kind.value}
          className="grid cursor-pointer grid-cols-[auto_1fr] gap-x-3.5 rounded-field border border-edge p-4 has-checked:border-ink has-checked:bg-well has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name="kind"
            value={kind.value}
            checked={value === kind.value}
            onChange={() => onChange(kind.value)}
            className="radio radio-sm mt-0.5 border-edge"
          />
          <span className="font-medium">{kind.label}</span>
          <span className="col-start-2 mt-0.5 text-sm text-soft">{kind.says}</span>
        </label>
      ))}
    </fieldset>
  )
}
