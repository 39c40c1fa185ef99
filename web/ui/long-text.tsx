import { useState } from 'react'

/** Longer texts are folded at first: about twelve lines at reading width. */
const FOLDED_LENGTH = 900

/** Text written by a user: with its line breaks, in the direction of its script, folded if it is long. */
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
        {isOpen ? 'Show less' : 'Show more'}
      </button>
    </>
  )
}
