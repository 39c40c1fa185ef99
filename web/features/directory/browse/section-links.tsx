import { formatCount } from '#shared/format/count.ts'

export type SectionLink = { id: string; label: string; count: number }

type Props = { links: readonly SectionLink[]; onShow: (id: string) => void; isComplete: boolean }

/** Number of matches per kind, as links: the sections are too long to scroll past. */
export function SectionLinks({ links, onShow, isComplete }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-1 text-sm text-soft">
      {links
        .filter(({ count }) => count > 0)
        .map(({ id, label, count }, place) => (
          <span key={id} className="inline-flex items-center gap-1">
            {place > 0 && <span aria-hidden="true">·</span>}
            <button
              type="button"
              onClick={() => onShow(id)}
              className="min-h-11 cursor-pointer px-1 underline decoration-edge underline-offset-4 hover:text-ink hover:decoration-ink"
            >
              <span className="font-medium text-ink tabular-nums">{formatCount(count)}</span> {label}
            </button>
          </span>
        ))}
      {!isComplete && <span className="pl-2">still counting…</span>}
    </div>
  )
}
