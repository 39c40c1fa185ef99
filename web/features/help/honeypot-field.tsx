type Props = { value: string; onChange: (value: string) => void }

/** A field that users neither see nor reach. A sender that fills it in is most likely a bot. */
export const HoneypotField = ({ value, onChange }: Props) => (
  <div aria-hidden="true" className="sr-only">
    <label>
      Homepage
      <input name="homepage" tabIndex={-1} autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  </div>
)
