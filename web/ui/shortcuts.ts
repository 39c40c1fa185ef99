/** The key `/` moves the focus to the search, except while the user types or a dialog is open. */
export function focusOnSlash(id: string): () => void {
  const listen = (event: KeyboardEvent) => {
    const { target } = event
    const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog')
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping) return
    event.preventDefault()
    document.getElementById(id)?.focus()
  }
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}

/**
 * Ctrl or ⌘ and K press the button that declares them, so that the shortcut does what the button does, and nothing where the page
 * has no such button. An open dialog has the keyboard for itself.
 */
export function pressOnKeys(): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return
    const button = document.querySelector<HTMLElement>('[aria-keyshortcuts~="Control+K"]')
    if (!button || document.querySelector('dialog[open]')) return
    // The browser's own search has these keys too.
    event.preventDefault()
    button.click()
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}
