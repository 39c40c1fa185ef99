import { PROFILE_REQUEST } from '#web/net/tab/kept-in-tab.ts'

/**
 * Stores the secret of a mailed link in this tab while the user signs in. The address is cleared immediately, and a sign-out
 * deletes it.
 */
export function saveToken(token: string): string {
  try {
    if (token) sessionStorage.setItem(PROFILE_REQUEST, token)
    return token || (sessionStorage.getItem(PROFILE_REQUEST) ?? '')
  } catch {
    return token // A browser without storage: the mail still has the link.
  }
}

export function forgetToken() {
  try {
    sessionStorage.removeItem(PROFILE_REQUEST)
  } catch {
    // Nothing was stored.
  }
}
