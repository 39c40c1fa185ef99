/**
 * Request header with the principal that the screen shows, or `GUEST`. A session can end, or another tab can sign in, while a
 * screen stays unchanged: such a call is refused, and not applied for a guest or for another account.
 */
export const PRINCIPAL_HEADER = 'latchkey-principal'
export const GUEST = 'guest'
