import { HEADINGS } from '#shared/directory/letters.ts'

/**
 * Letter index of the free directory: a tap scrolls to a letter. It has all letters from the start, so that the list below does not
 * move when investors with other letters arrive.
 */
export function LetterIndex({ letters, onShow }: { letters: readonly string[]; onShow: (letter: string) => void }) {
  const present = new Set(letters)
  return (
    <nav aria-label="Letters" className="-mx-5 overflow-x-auto px-5 [scrollbar-width:none] sm:mx-0 sm:px-0">
      <ul className="flex sm:flex-wrap">
        {HEADINGS.map((letter) => (
          <li key={letter}>
            <button
              type="button"
              disabled={!present.has(letter)}
              onClick={() => onShow(letter)}
              className="min-h-11 min-w-11 cursor-pointer px-2 font-serif text-lg whitespace-nowrap lg:min-w-9 lg:px-1 text-soft hover:bg-well hover:text-ink disabled:cursor-default disabled:bg-transparent disabled:text-soft disabled:opacity-35"
            >
              {letter}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
