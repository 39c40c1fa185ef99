import { useId } from 'react'
import { useDraftForm, useFieldError } from './fields.tsx'

type Props = { name: 'stage' | 'sectors'; legend: string; choices: readonly string[] }

/** A multiple choice, each option a toggle button. */
export function Choices({ name, legend, choices }: Props) {
  const id = useId()
  const { register } = useDraftForm()
  const error = useFieldError(name)
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label key={choice} className="choice-tab">
            <input
              type="checkbox"
              value={choice}
              aria-invalid={error ? true : undefined}
              className="sr-only"
              {...register(name)}
            />
            {choice}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-red">
          {error}
        </p>
      )}
    </fieldset>
  )
}
