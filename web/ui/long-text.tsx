import { useState } from 'react'

/** Longer texts than this open folded: about twelve lines at reading width. */
const FOLDED_LENGTH = 900

/** A person's own words: their line breaks kept, in the direction of their script, folded when they go on and on. */
export function LongText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > FOLDED_LENGTH
  const paragraph = 'max-w-prose whitespace-pre-line break-words leading-relaxed'
  if (!isLong)
    return (
      <p className={paragraph} dir="auto">
        {text}
      </p>
    )
  return (
    <>
      <p className={`${paragraph} ${isOpen ? '' : 'line-clamp-8'}`} dir="auto">
        {text}
      </p>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="mt-2 min-h-11 cursor-pointer text-sm font-medium underline underline-offset-4"
      >
        {isOpen ? 'Show less' : 'Read on'}
      </button>
    </>
  )
}
