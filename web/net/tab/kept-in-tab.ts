/** The secret of a mailed link, and the visits that were counted: in the storage of this tab until it is closed. */
export const PROFILE_REQUEST = 'latchkeyProfileRequest'
export const VISITS_TOLD = 'latchkeyVisitsTold'

/** Deletes what an account left in this tab. Without storage there is nothing to delete. */
export function forgetInTab() {
  try {
    for (const key of [PROFILE_REQUEST, VISITS_TOLD]) sessionStorage.removeItem(key)
  } catch {}
}
