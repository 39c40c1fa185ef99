/** Visits that are not counted yet, of every tab. */
export const WAITING = 'latchkeyVisits'
/** Visits that this tab has counted. */
export const TOLD = 'latchkeyVisitsTold'

/** The pages that one person looked at are no business of the next person at this browser. Some visits are not counted. */
export function forgetVisits() {
  try {
    sessionStorage.removeItem(TOLD)
    localStorage.removeItem(WAITING)
  } catch {
    // Nothing was kept.
  }
}
