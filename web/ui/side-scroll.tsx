import { type ReactNode, useRef } from 'react'

type Props = {
  label: string
  className: string
  /** Position of the two buttons; without it they are below the strip. */
  arrows?: string
  children: ReactNode
}

/**
 * A horizontal strip. With a mouse it has two buttons that scroll it; its first child is the element that scrolls.
 *
 * The arrows are characters: a shared icon would be one more file in the list of files that every first visit loads.
 */
export function SideScroll({ label, className, arrows = 'justify-end', children }: Props) {
  const strip = useRef<HTMLDivElement>(null)
  const scroll = (direction: 1 | -1) => {
    const element = strip.current?.firstElementChild
    element?.scrollBy({ left: direction * element.clientWidth * 0.8, behavior: 'smooth' })
  }
  const arrow = 'hidden size-11 cursor-pointer place-items-center rounded-field border border-edge bg-sheet hover:bg-well'
  return (
    <div className={className}>
      <div ref={strip} className="min-w-0">
        {children}
      </div>
      <div className={`flex gap-2 ${arrows}`}>
        <button
          type="button"
          aria-label={`Previous ${label}`}
          onClick={() => scroll(-1)}
          className={`${arrow} pointer-fine:grid`}
        >
          <span aria-hidden="true">←</span>
        </button>
        <button type="button" aria-label={`Next ${label}`} onClick={() => scroll(1)} className={`${arrow} pointer-fine:grid`}>
          <span aria-hidden="true">→</span>
        </button>
      </div>
    </div>
  )
}
