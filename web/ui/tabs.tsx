import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

type Tab = { id: string; label: ReactNode; content: ReactNode }

/** Tabs as index dividers. Arrow keys, Home and End move and select, according to the ARIA pattern. */
type Props = {
  label: string
  tabs: Tab[]
  /** Where the address has the selection; an unknown one selects the first tab. */
  selectedId?: string | undefined
  onSelect?: (id: string) => void
}

export function Tabs({ label, tabs, selectedId, onSelect }: Props) {
  const baseId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [ownId, selectOwn] = useState(tabs[0]?.id)
  const selected = tabs.find((tab) => tab.id === (onSelect ? selectedId : ownId)) ?? tabs[0]
  const select = onSelect ?? selectOwn

  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === selected?.id)
    const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    const index = (next + tabs.length) % tabs.length
    select(tabs[index]?.id ?? '')
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-6 overflow-x-auto border-b border-rule"
      >
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${baseId}-${id}`}
            aria-selected={id === selected?.id}
            aria-controls={`${baseId}-panel`}
            tabIndex={id === selected?.id ? 0 : -1}
            onClick={() => select(id)}
            className="-mb-px h-11 cursor-pointer border-b-2 border-transparent whitespace-nowrap text-soft hover:text-ink aria-selected:border-ink aria-selected:text-ink"
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${baseId}-panel`} aria-labelledby={`${baseId}-${selected?.id}`} className="pt-6">
        {selected?.content}
      </div>
    </>
  )
}
