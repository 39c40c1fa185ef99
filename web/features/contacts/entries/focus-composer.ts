/** The name of the field for a new entry. */
export const COMPOSER = 'entry'

/** Leads to the field for a new entry: on a phone it is below the first screen, and the bar at the bottom must not cover it. */
export function focusComposer() {
  const field = document.querySelector<HTMLElement>(`textarea[name=${COMPOSER}]`)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
