import { type ComponentProps, type ReactNode, useId } from 'react'

type Wiring = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }
type Labels = { label: ReactNode; hint?: ReactNode; error?: ReactNode; optional?: boolean }

/** Label, hint and error of one control, connected so that a screen reader reads all three. */
export function Field({ label, hint, error, optional, children }: Labels & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label} {optional && <span className="font-normal text-soft">(optional)</span>}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-red">
          {error}
        </p>
      )}
    </div>
  )
}

const control = 'w-full border-edge bg-sheet text-base text-ink placeholder:text-soft aria-invalid:border-red'

export function TextField({ label, hint, error, optional, className = '', ...props }: Labels & ComponentProps<'input'>) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {(wiring) => <input {...props} {...wiring} className={`input h-11 ${control} ${className}`} />}
    </Field>
  )
}

/**
 * Without autocompletion: a browser would write the content of such a field into its own session file, which a sign-out cannot
 * delete.
 */
export function TextArea({ label, hint, error, optional, className = '', ...props }: Labels & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {(wiring) => <textarea rows={4} autoComplete="off" {...props} {...wiring} className={`textarea ${control} ${className}`} />}
    </Field>
  )
}

export function SelectField({ label, hint, error, optional, className = '', ...props }: Labels & ComponentProps<'select'>) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {(wiring) => <select {...props} {...wiring} className={`select h-11 ${control} ${className}`} />}
    </Field>
  )
}
