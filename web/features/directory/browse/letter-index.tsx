import type { Letter } from './group-by-letter.ts'

/** Letter index of the free directory: a tap scrolls to a letter. */
export function LetterIndex({ letters, onShow }: { letters: readonly Letter[]; onShow: (letter: string) => void }) {
  return (
    <nav aria-label="Letters" className="-mx-5 overflow-x-auto px-5 [scrollbar-width:none] sm:mx-0 sm:px-0">
      <ul className="flex sm:flex-wrap">
        {letters.map(({ letter }) => (
          <li key={letter}>
            <button
              type="button"
              onClick={() => onShow(letter)}
              className="min-h-11 min-w-11 cursor-pointer px-2 font-serif text-lg text-soft hover:bg-well hover:text-ink"
            >
              {letter}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
