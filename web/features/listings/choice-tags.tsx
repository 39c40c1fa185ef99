type Props = {
  legend: string
  choices: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  error?: string | undefined
}

/** Multiple choice from a catalogue, as toggle buttons. Values of the listing that are not in the catalogue are preserved. */
export function ChoiceTags({ legend, choices, chosen, onChange, error }: Props) {
  const all = [...choices, ...chosen.filter((choice) => !choices.includes(choice))]
  const toggle = (choice: string, isOn: boolean) =>
    onChange(isOn ? all.filter((one) => one === choice || chosen.includes(one)) : chosen.filter((one) => one !== choice))
  return (
    <fieldset className="grid gap-1.5" aria-invalid={error ? true : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {all.map((choice) => (
          <label
            key={choice}
            className="relative inline-flex min-h-11 cursor-pointer items-center rounded-field border border-edge bg-sheet px-3.5 text-sm hover:bg-well has-checked:border-ink has-checked:bg-ink has-checked:text-sheet has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={chosen.includes(choice)}
              onChange={(event) => toggle(choice, event.target.checked)}
            />
            {choice}
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
