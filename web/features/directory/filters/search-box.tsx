import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'

type Props = { value: string; onChange: (value: string) => void; placeholder?: string }

/** Types into local state, so that input is never delayed by the address or the list. */
export function SearchBox({ value, onChange, placeholder = 'Name, fund, sector or place' }: Props) {
  const [input, setInput] = useState(value)
  useEffect(() => setInput(value), [value])
  return (
    <label className="input h-11 w-full min-w-0 flex-1 border-edge bg-sheet text-base">
      <Search className="size-4 shrink-0 text-soft" aria-hidden="true" />
      <input
        type="search"
        className="[&::-webkit-search-cancel-button]:cursor-pointer [&::-webkit-search-cancel-button]:grayscale"
        aria-label="Search investors"
        placeholder={placeholder}
        value={input}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => {
          setInput(event.target.value)
          onChange(event.target.value)
        }}
      />
    </label>
  )
}
