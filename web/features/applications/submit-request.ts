const SUBMIT_REQUEST = 'latchkeySubmitApplication'

/** Stores in this tab that a visitor pressed Submit: the application is sent once the visitor has signed in. */
export function requestSubmit() {
  try {
    sessionStorage.setItem(SUBMIT_REQUEST, 'true')
  } catch {
    // A browser without storage: the user presses Submit again.
  }
}

export function isSubmitRequested(): boolean {
  try {
    return sessionStorage.getItem(SUBMIT_REQUEST) !== null
  } catch {
    return false
  }
}

export function forgetSubmitRequest() {
  try {
    sessionStorage.removeItem(SUBMIT_REQUEST)
  } catch {
    // Nothing was stored.
  }
}
