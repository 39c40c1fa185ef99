import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatCount } from '#shared/format/count.ts'
import { Button } from '#web/ui/button.tsx'

type Props<Item> = {
  title: string
  items: Item[]
  /** The maximum number of entries that the server sends; there may be more. */
  cutAt?: number | undefined
  /** Shown in place of an empty list. */
  empty: ReactNode
  /** Below the heading: acts on the whole list. */
  action?: ReactNode
  /** A list of closed entries: shown for reference, and shorter. */
  isDone?: boolean
  /** One line of an entry; the full entry is expanded below on request. */
  children: (item: Item, line: { isOpen: boolean; toggle: () => void; panelId: string }) => ReactNode
}

/** Entries that are shown before "Show more". */
const AT_FIRST = 25
const DONE_AT_FIRST = 8

/**
 * A keyboard-operable list: up and down move from entry to entry, Enter expands one, and a letter triggers the button of the
 * entry with that `aria-keyshortcuts`. The letters work only while the focus is in an entry, so that other elements keep their
 * keys.
 */
export function QueueList<Item extends { id: string }>({
  title,
  items,
  empty,
  action,
  isDone = false,
  cutAt,
  children,
}: Props<Item>) {
  const headingId = useId()
  const list = useRef<HTMLOListElement>(null)
  const [openId, setOpenId] = useState<string>()
  const [shown, setShown] = useState(isDone ? DONE_AT_FIRST : AT_FIRST)
  const heading = useRef<HTMLHeadingElement>(null)
  const leftFrom = useRef<number>(undefined)

  const lines = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
  const placeOf = (target: EventTarget) => lines().findIndex((line) => line.closest('li')?.contains(target as Node))

  const press = (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.altKey || event.ctrlKey || event.metaKey) return
    const at = placeOf(event.target)
    if (at < 0) return
    const step = nextIndexFor(event.key, at, lines().length)
    if (step !== undefined) {
      event.preventDefault()
      lines()[step]?.focus()
      return
    }
    const entry = lines()[at]?.closest('li')
    const button = entry?.querySelector<HTMLButtonElement>(`button[aria-keyshortcuts="${CSS.escape(event.key.toLowerCase())}"]`)
    if (!button || button.disabled) return
    event.preventDefault()
    leftFrom.current = at
    button.click()
  }

  // The letters work in an entry only, so the first one has the focus from the start. A phone has no keyboard.
  useEffect(() => {
    if (!isDone && isFocusOutsideOfQueue() && matchMedia('(pointer: fine)').matches)
      list.current?.querySelector<HTMLElement>('[data-line]')?.focus({ preventScroll: true })
  }, [isDone])

  // An entry that was decided leaves the list and loses the focus. The focus moves to the entry that takes its position, or to the
  // heading of an empty list. While the dialog of the decision is still open, that entry is marked for its end.
  const ids = items.map(({ id }) => id).join()
  useEffect(() => {
    const at = leftFrom.current
    if (at === undefined) return
    const left = lines()
    const next = left[Math.min(at, left.length - 1)]
    for (const line of left) line.toggleAttribute('data-after-dialog', line === next)
    const isLost = !document.activeElement || document.activeElement === document.body
    if (!isLost) return
    leftFrom.current = undefined
    ;(next ?? heading.current)?.focus()
  }, [ids])

  return (
    <section aria-labelledby={headingId} className="mb-12">
      <h2
        ref={heading}
        id={headingId}
        tabIndex={-1}
        data-after-dialog
        className="border-b border-edge pb-2 text-2xl outline-none"
      >
        {title} <span className="font-sans text-base text-soft">{formatCount(items.length)}</span>
      </h2>
      {action}
      {items.length === 0 ? (
        <p className="py-5 text-soft">{empty}</p>
      ) : (
        <ol ref={list} onKeyDown={press} onClick={(event) => (leftFrom.current = placeOf(event.target))}>
          {items.slice(0, shown).map((item) => (
            <li key={item.id} className="border-b border-rule py-4">
              {children(item, {
                isOpen: openId === item.id,
                toggle: () => setOpenId(openId === item.id ? undefined : item.id),
                panelId: `${headingId}-${item.id}`,
              })}
            </li>
          ))}
        </ol>
      )}
      {items.length > shown && (
        <Button variant="outline" className="mt-5" onClick={() => setShown(shown + AT_FIRST)}>
          Show {Math.min(AT_FIRST, items.length - shown)} more
        </Button>
      )}
      {cutAt !== undefined && <p className="pt-4 text-soft">Only {formatCount(cutAt)} shown. More appear as you decide these.</p>}
    </section>
  )
}

/** The index that up, down, Home and End move to in a list of `length` lines; `undefined` for every other key. */
export function nextIndexFor(key: string, at: number, length: number): number | undefined {
  const steps: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: length - 1 }
  const to = steps[key]
  return to === undefined ? undefined : Math.max(0, Math.min(length - 1, to))
}

/** Also on the link of the queue that was chosen, or in the header, from whose menu the page was opened. */
const isFocusOutsideOfQueue = () => {
  const focused = document.activeElement
  return !focused?.closest('main, dialog') || focused.matches('[data-queue]')
}

/** Whether key presses are text input. */
const isTyping = (target: EventTarget) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
