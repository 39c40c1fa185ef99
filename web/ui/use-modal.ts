import { type RefObject, useEffect } from 'react'

/**
 * Opens a native `<dialog>` as a modal while `isOpen` is true: the browser traps the focus, and the focus returns when it closes.
 *
 * A dialog that the browser closes while `isOpen` is true is opened again. The second Esc or Back without a tap in between closes it
 * even if the first `cancel` was prevented, and its state would still be that of an open dialog. `closedby="none"` prevents that too,
 * but then Back leaves the page.
 *
 * @see https://html.spec.whatwg.org/multipage/interaction.html#close-request
 * @param first  the element that gets the focus
 */
export function useModal(isOpen: boolean, dialog: RefObject<HTMLDialogElement | null>, first: () => HTMLElement | null) {
  useEffect(() => {
    const element = dialog.current
    if (!isOpen || !element) return
    const path = ancestorsOf(document.activeElement)
    const show = () => {
      if (!element.isConnected || element.open) return
      element.showModal()
      first()?.focus()
    }
    show()
    element.addEventListener('close', show)
    return () => {
      element.removeEventListener('close', show)
      element.close()
      // The browser restores the focus only when an attached dialog is closed; here it is already detached.
      if (isFocusLost()) returnFocus(path)
    }
  }, [isOpen])
}

export const isFocusLost = () => !document.activeElement || document.activeElement === document.body

function ancestorsOf(element: Element | null): HTMLElement[] {
  const path: HTMLElement[] = []
  for (let one = element; one && one !== document.body; one = one.parentElement) if (one instanceof HTMLElement) path.push(one)
  return path
}

/** To the opener if it is still in the page, otherwise to what took its place. */
function returnFocus([opener, ...ancestors]: HTMLElement[]) {
  const place = ancestors.find((one) => one.isConnected)
  const target = opener?.isConnected ? opener : place?.querySelector<HTMLElement>('[data-after-dialog]')
  target?.focus({ preventScroll: true })
}
