import type { ComponentProps, ReactNode } from 'react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'
import { MAX_LINE, MAX_PROSE } from '#shared/applications/contract.ts'
import type { ApplicationDraft, DraftField } from '#shared/applications/draft.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'

export const useDraftForm = (): UseFormReturn<ApplicationDraft> => useFormContext<ApplicationDraft>()

export const useFieldError = (name: DraftField) => useDraftForm().formState.errors[name]?.message

type Named = { name: DraftField; label: string; hint?: ReactNode; optional?: boolean; placeholder?: string }

export function Line({ name, ...props }: Named & ComponentProps<'input'>) {
  const { register } = useDraftForm()
  const error = useFieldError(name)
  return <TextField maxLength={MAX_LINE} {...props} error={error} {...register(name)} />
}

/** A web address: longer than a line of text, and without autocorrection. */
export const Address = (props: Named & ComponentProps<'input'>) => (
  <Line type="text" inputMode="url" autoCapitalize="none" spellCheck={false} maxLength={2000} {...props} />
)

export function Prose({ name, ...props }: Named & ComponentProps<'textarea'>) {
  const { register } = useDraftForm()
  const error = useFieldError(name)
  return <TextArea rows={4} maxLength={MAX_PROSE} {...props} error={error} {...register(name)} />
}

type TickProps = { name: DraftField; children: ReactNode }

export function CheckboxField({ name, children }: TickProps) {
  const { register } = useDraftForm()
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input type="checkbox" className="checkbox checkbox-sm border-edge" {...register(name)} />
      <span>{children}</span>
    </label>
  )
}
