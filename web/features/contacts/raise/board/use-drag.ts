import { type RefObject, useEffect, useRef, useState } from 'react'

/** Pixels that a mouse moves before a press is a drag. */
const MOUSE_DISTANCE = 6
/** A finger that moves further before the press is long enough scrolls. */
const TOUCH_DISTANCE = 10
const TOUCH_DELAY_MS = 280
/** Near the edge of the board it scrolls. */
const EDGE = 56
const EDGE_STEP = 14

export type Dragging = { id: string; over: string | undefined }

type Press = {
  id: string
  card: HTMLElement
  pointerId: number
  start: { x: number; y: number }
  isTouch: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}
type Drag = Press & { ghost: HTMLElement; offset: { x: number; y: number }; at: { x: number; y: number }; frame: number }

/**
 * Drags a card to another column: with a mouse at once, with a finger after a long press, so that a swipe still scrolls.
 *
 * ```
 * idle ── pointer down ──► pressed ── distance (mouse) or time (touch) ──► dragging ── up over a column ──► onDrop
 *                            │ up, cancel, or a finger that moves             │ Esc, cancel, up elsewhere
 *                            └──────────► idle                                └──────────► idle
 * ```
 *
 * A card has `data-card`, a column has `data-column`. The copy that follows the pointer is not read by a screen reader.
 */
export function useDrag(
  board: RefObject<HTMLElement | null>,
  onDrop: (id: string, column: string) => void,
): Dragging | undefined {
  const [dragging, setDragging] = useState<Dragging>()
  const drop = useRef(onDrop)
  drop.current = onDrop

  useEffect(() => {
    const element = board.current
    if (!element) return
    let press: Press | undefined
    let drag: Drag | undefined

    const columnAt = ({ x, y }: { x: number; y: number }) =>
      document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')?.dataset.column
    const show = (one: Drag) => {
      one.ghost.style.transform = `translate(${one.at.x - one.offset.x}px, ${one.at.y - one.offset.y}px) rotate(1.5deg)`
      const over = columnAt(one.at)
      setDragging((before) => (before?.id === one.id && before.over === over ? before : { id: one.id, over }))
    }
    const begin = (one: Press, at: { x: number; y: number }) => {
      const box = one.card.getBoundingClientRect()
      const ghost = one.card.cloneNode(true) as HTMLElement
      ghost.removeAttribute('data-card')
      ghost.inert = true
      ghost.setAttribute('aria-hidden', 'true')
      ghost.className += ' pointer-events-none fixed top-0 left-0 z-50 m-0 shadow-xl'
      Object.assign(ghost.style, { width: `${box.width}px`, height: `${box.height}px` })
      document.body.append(ghost)
      const offset = { x: one.start.x - box.left, y: one.start.y - box.top }
      drag = { ...one, ghost, offset, at, frame: requestAnimationFrame(scrollAtEdge) }
      press = undefined
      show(drag)
    }
    const scrollAtEdge = () => {
      if (!drag) return
      const { left, right } = element.getBoundingClientRect()
      const [from, to] = [Math.max(left, 0), Math.min(right, window.innerWidth)]
      const step = drag.at.x < from + EDGE ? -EDGE_STEP : drag.at.x > to - EDGE ? EDGE_STEP : 0
      if (step !== 0) {
        element.scrollLeft += step
        show(drag)
      }
      drag.frame = requestAnimationFrame(scrollAtEdge)
    }
    const end = () => {
      clearTimeout(press?.timer)
      press = undefined
      if (!drag) return
      cancelAnimationFrame(drag.frame)
      drag.ghost.remove()
      drag = undefined
      element.style.removeProperty('scroll-snap-type')
      setDragging(undefined)
    }

    const onDown = (event: PointerEvent) => {
      const card = (event.target as Element).closest<HTMLElement>('[data-card]')
      const isOnButton = (event.target as Element).closest('button')
      if (press || drag || event.button !== 0 || !event.isPrimary || !card?.dataset.card || isOnButton) return
      const start = { x: event.clientX, y: event.clientY }
      const isTouch = event.pointerType !== 'mouse'
      const one: Press = { id: card.dataset.card, card, pointerId: event.pointerId, start, isTouch, timer: undefined }
      if (isTouch) {
        one.timer = setTimeout(() => {
          // The board would snap back while it scrolls under the finger.
          element.style.setProperty('scroll-snap-type', 'none')
          begin(one, start)
          navigator.vibrate?.(10)
        }, TOUCH_DELAY_MS)
      }
      press = one
    }
    const onMove = (event: PointerEvent) => {
      const at = { x: event.clientX, y: event.clientY }
      if (drag?.pointerId === event.pointerId) {
        drag.at = at
        return show(drag)
      }
      if (press?.pointerId !== event.pointerId) return
      const distance = Math.hypot(at.x - press.start.x, at.y - press.start.y)
      if (press.isTouch ? distance > TOUCH_DISTANCE : distance <= MOUSE_DISTANCE) return press.isTouch ? end() : undefined
      if (!press.isTouch) begin(press, at)
    }
    const onUp = (event: PointerEvent) => {
      if (drag?.pointerId === event.pointerId) {
        const { id } = drag
        const column = columnAt({ x: event.clientX, y: event.clientY })
        window.addEventListener('click', swallow, { capture: true, once: true })
        // A press that ends elsewhere causes no click.
        setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
        end()
        if (column !== undefined) drop.current(id, column)
      } else if (press?.pointerId === event.pointerId) end()
    }
    const onCancel = (event: PointerEvent) => (drag ?? press)?.pointerId === event.pointerId && end()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag) return
      event.preventDefault()
      end()
    }
    // While a card is dragged the finger scrolls nothing, and its long press opens no menu.
    const whileDragging = (event: Event) => drag && event.preventDefault()
    const onMenu = (event: Event) => (drag || press?.isTouch) && event.preventDefault()

    element.addEventListener('pointerdown', onDown)
    element.addEventListener('touchmove', whileDragging, { passive: false })
    element.addEventListener('contextmenu', onMenu)
    element.addEventListener('dragstart', prevent)
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', onCancel)
    window.addEventListener('keydown', onKey)
    return () => {
      end()
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('touchmove', whileDragging)
      element.removeEventListener('contextmenu', onMenu)
      element.removeEventListener('dragstart', prevent)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', onCancel)
      window.removeEventListener('keydown', onKey)
    }
  }, [board])

  return dragging
}

const prevent = (event: Event) => event.preventDefault()

/** The click that follows a drag opens no contact. */
function swallow(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}
