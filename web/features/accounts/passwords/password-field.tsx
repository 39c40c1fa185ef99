import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field } from '#web/ui/field.tsx'

type Props = { label: string; hint?: string | undefined; error?: string | undefined } & ComponentProps<'input'>

/** A password field that can show its content: typing on a phone is error-prone. */
export function PasswordField({ label, hint, error, ...props }: Props) {
  const [isShown, show] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field {...{ label, hint, error }}>
      {(wiring) => (
        <span className="relative block">
          <input
            {...props}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            className="input h-11 w-full border-edge bg-sheet pr-12 text-base text-ink aria-invalid:border-red"
          />
          <button
            type="button"
            aria-label={isShown ? 'Hide password' : 'Show password'}
            aria-pressed={isShown}
            onClick={() => show(!isShown)}
            className="absolute inset-y-0 right-0 z-10 grid w-11 cursor-pointer place-items-center text-soft hover:text-ink"
          >
            <Icon className="size-4.5" aria-hidden="true" />
          </button>
        </span>
      )}
    </Field>
  )
}
