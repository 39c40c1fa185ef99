import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Returns the props of a group whose buttons remove themselves, such as chips of filters. Where such a button had the focus of the
 * keyboard, the focus moves to the button that takes its position, or to the last one of the group. Without any, it moves to the
 * first element of the surrounding dialog or page that matches `elsewhere`. After a tap or a click the focus is not moved: on a
 * phone, a field with the focus opens the keyboard.
 */
export function useFocusAfterRemoval(elsewhere: string) {
  const left = useRef<{ control: Element; position: number; group: Element; page: Element }>(undefined)

  const restore = () => {
    const isLost = !document.activeElement || document.activeElement === document.body
    if (!left.current || left.current.control.isConnected || !isLost) return
    const { position, group, page } = left.current
    left.current = undefined
    const buttons = group.isConnected ? buttonsOf(group) : []
    const next = buttons[Math.min(position, buttons.length - 1)] ?? page.querySelector<HTMLElement>(elsewhere)
    next?.focus()
  }
  // Each render can remove the button that has the focus.
  useLayoutEffect(restore)
  // The group itself is removed: only after this cleanup is it out of the page.
  useEffect(() => () => queueMicrotask(restore), [])

  return {
    onFocus: ({ currentTarget: group, target }: FocusEvent) => {
      const page = group.closest('dialog, main')
      const isOfKeyboard = target.matches('button:focus-visible')
      left.current =
        page && isOfKeyboard
          ? { control: target, position: buttonsOf(group).indexOf(target as HTMLElement), group, page }
          : undefined
    },
  }
}

const buttonsOf = (group: Element) => [...group.querySelectorAll<HTMLElement>('button:not(:disabled)')]
