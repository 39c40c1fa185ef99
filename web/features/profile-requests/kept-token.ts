import { PROFILE_REQUEST } from '#web/net/tab/kept-in-tab.ts'

/** The secret of a mailed link, kept in this tab while its reader signs in: the address forgets it at once, a sign-out later. */
export function saveToken(token: string): string {
  try {
    if (token) sessionStorage.setItem(PROFILE_REQUEST, token)
    return token || (sessionStorage.getItem(PROFILE_REQUEST) ?? '')
  } catch {
    return token // A browser that keeps nothing: the letter still has the link.
  }
}

export function forgetToken() {
  try {
    sessionStorage.removeItem(PROFILE_REQUEST)
  } catch {
    // Nothing was kept.
  }
}
