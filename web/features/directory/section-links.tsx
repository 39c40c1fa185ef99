type Section = 'verified' | 'funds' | 'browse'
type Props = { counts: Record<Section, number>; onShow: (section: Section) => void; isComplete: boolean }

const names: [Section, string][] = [
  ['verified', 'verified'],
  ['funds', 'cold funds'],
  ['browse', 'to browse'],
]

/** How many of each kind match, and the way to them: the sections are too long to be scrolled past. */
export function SectionLinks({ counts, onShow, isComplete }: Props) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-1 text-sm text-soft">
      {names
        .filter(([section]) => counts[section] > 0)
        .map(([section, name], place) => (
          <span key={section} className="inline-flex items-center gap-1">
            {place > 0 && <span aria-hidden="true">·</span>}
            <button
              type="button"
              onClick={() => onShow(section)}
              className="min-h-11 cursor-pointer px-1 underline-offset-4 hover:text-ink hover:underline"
            >
              <span className="font-medium text-ink tabular-nums">{counts[section].toLocaleString('en-US')}</span> {name}
            </button>
          </span>
        ))}
      {!isComplete && <span className="pl-2">still counting…</span>}
    </div>
  )
}
