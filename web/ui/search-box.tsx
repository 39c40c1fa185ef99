import { useEffect, useState } from 'react'
import { SearchField } from './search-field.tsx'

type Props = { label: string; placeholder: string; value: string; onChange: (text: string) => void }

/** A search whose text is in the address. Types into local state, so that input is never delayed by the address or the list. */
export function SearchBox({ value, onChange, ...labels }: Props) {
  const [input, setInput] = useState(value)
  useEffect(() => setInput(value), [value])
  return (
    <SearchField
      {...labels}
      value={input}
      onChange={(text) => {
        setInput(text)
        onChange(text)
      }}
      className="min-w-0 flex-1"
      input={{
        className: '[&::-webkit-search-cancel-button]:cursor-pointer [&::-webkit-search-cancel-button]:grayscale',
        maxLength: 200,
        enterKeyHint: 'search',
      }}
    />
  )
}
