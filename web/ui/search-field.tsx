import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'

type Props = {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  className?: string
  input?: ComponentProps<'input'>
}

/** A field for a search that is evaluated while the user types; the label is read, not shown. */
export const SearchField = ({ label, placeholder, value, onChange, className = '', input }: Props) => (
  <label className={`input h-11 w-full border-edge bg-sheet text-base ${className}`}>
    <Search className="size-4 shrink-0 text-soft" aria-hidden="true" />
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...input}
    />
  </label>
)
