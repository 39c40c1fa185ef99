import { Search } from 'lucide-react'

type Props = { label: string; placeholder: string; value: string; onChange: (words: string) => void }

export const SearchField = ({ label, placeholder, value, onChange }: Props) => (
  <label className="input mb-6 h-11 w-full border-edge bg-sheet text-base sm:max-w-md">
    <Search className="size-4 shrink-0 text-soft" aria-hidden="true" />
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
)
