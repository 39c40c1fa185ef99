import { type RefObject, useEffect, useRef, useState } from 'react'
import type { StageLabels } from '#shared/raise/labels.ts'
import { columnLabel, stageKey } from '#web/features/contacts/raise/labels.ts'
import type { RaiseColumn } from '#web/features/contacts/raise/raise-rows.ts'

type Props = { board: RefObject<HTMLElement | null>; columns: readonly RaiseColumn[]; stages: StageLabels }

/** The stages of a board that is wider than a phone: the one on the screen is marked, a press shows another one. */
export function StageTabs({ board, columns, stages }: Props) {
  const strip = useRef<HTMLElement>(null)
  const [shown, setShown] = useState<string>()

  useEffect(() => {
    const element = board.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        const [entry] = entries.filter(({ isIntersecting }) => isIntersecting)
        if (entry) setShown((entry.target as HTMLElement).dataset.column)
      },
      { root: element, threshold: 0.6 },
    )
    for (const column of element.querySelectorAll('[data-column]')) observer.observe(column)
    return () => observer.disconnect()
  }, [board])

  useEffect(() => {
    const [tab, element] = [strip.current?.querySelector<HTMLElement>('[aria-current]'), strip.current]
    if (shown && tab && element) element.scrollTo({ left: tab.offsetLeft - element.clientWidth / 2 + tab.clientWidth / 2 })
  }, [shown])

  const show = (key: string) =>
    board.current
      ?.querySelector(`[data-column="${key}"]`)
      ?.scrollIntoView({ behavior: 'smooth', block: 'nearest', inline: 'center' })
  return (
    <nav
      ref={strip}
      aria-label="Stages"
      className="relative mb-3 flex gap-1 overflow-x-auto px-[clamp(1.25rem,4vw,2.5rem)] [scrollbar-width:none] sm:hidden print:hidden"
    >
      {columns.map(({ stage, rows }) => {
        const key = stageKey(stage)
        return (
          <button
            key={key}
            type="button"
            aria-current={shown === key || undefined}
            onClick={() => show(key)}
            className="min-h-11 shrink-0 cursor-pointer rounded-field border border-transparent px-3 text-sm text-soft aria-[current]:border-edge aria-[current]:bg-sheet aria-[current]:text-ink"
          >
            <span dir="auto">{columnLabel(stage, stages)}</span> <span className="tabular-nums">{rows.length}</span>
          </button>
        )
      })}
    </nav>
  )
}
