type Words = HTMLInputElement | HTMLTextAreaElement

/** What one types into to write; a search or a tick box holds no words. */
const isWords = (target: EventTarget | null): target is Words =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /^(?:text|email|url|tel|number|password|date)$/.test(target.type))

/**
 * Whether a form holds words that a reload would lose: somebody typed into a field since it was entered, and it still stands
 * there with another text than before. A form that saves by itself says so with `data-kept` around its fields.
 */
export function watchWords(): () => boolean {
  const before = new Map<Words, string>()
  const remember = (target: EventTarget | null) => {
    if (isWords(target) && !before.has(target)) before.set(target, target.value)
  }
  document.addEventListener('focusin', ({ target }) => remember(target))
  // Somebody was quicker than this: nobody knows what stood there before.
  const active = document.activeElement
  if (isWords(active)) before.set(active, active.defaultValue === active.value ? '' : active.defaultValue)

  return () => {
    for (const [field, was] of before) {
      if (!field.isConnected) before.delete(field)
      else if (field.value !== was && field.value.trim() !== '' && !field.closest('[data-kept="true"]')) return true
    }
    return false
  }
}
