import { useEffect, useId, useState } from 'react'
import { SearchField } from './search-field.tsx'
import { focusOnSlash } from './shortcuts.ts'

type Props = { label: string; placeholder: string; value: string; onChange: (text: string) => void }

/** A search whose text is in the address. Types into local state, so that input is never delayed by the address or the list. */
export function SearchBox({ value, onChange, ...labels }: Props) {
  const [input, setInput] = useState(value)
  useEffect(() => setInput(value), [value])
  const id = useId()
  useEffect(() => focusOnSlash(id), [id])
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
        id,
        'aria-keyshortcuts': '/',
        className: 'text-ellipsis [&::-webkit-search-cancel-button]:cursor-pointer [&::-webkit-search-cancel-button]:grayscale',
        maxLength: 200,
        enterKeyHint: 'search',
      }}
    />
  )
}
