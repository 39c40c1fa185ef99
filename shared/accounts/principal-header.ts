/**
 * Request header that names the principal whom the screen shows, or `GUEST`. A session can end, or another tab sign in, while a
 * screen stays as it is: such a call is refused, and not made for a guest or for another account.
 */
export const PRINCIPAL_HEADER = 'latchkey-principal'
export const GUEST = 'guest'
