type TextField = HTMLInputElement | HTMLTextAreaElement

/** A field for written text. A search field or a checkbox is not one. */
const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /^(?:text|email|url|tel|number|password|date)$/.test(target.type))

/**
 * Whether a form contains text that a reload would lose: the user typed into a field since it received focus, and the field still
 * has a text that differs from the previous one. A form that saves automatically marks its fields with `data-kept`.
 */
export function watchWords(): () => boolean {
  const before = new Map<TextField, string>()
  const remember = (target: EventTarget | null) => {
    if (isTextField(target) && !before.has(target)) before.set(target, target.value)
  }
  document.addEventListener('focusin', ({ target }) => remember(target))
  // The user focused a field before this listener was added, so its previous text is unknown.
  const active = document.activeElement
  if (isTextField(active)) before.set(active, active.defaultValue === active.value ? '' : active.defaultValue)

  return () => {
    for (const [field, was] of before) {
      if (!field.isConnected) before.delete(field)
      else if (field.value !== was && field.value.trim() !== '' && !field.closest('[data-kept="true"]')) return true
    }
    return false
  }
}
