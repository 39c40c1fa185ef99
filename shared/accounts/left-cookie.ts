/**
 * Set where a session is ended by the address bar, read and removed by the app: its next start empties the device. A link could
 * not say so, because any site may make one. `__Host-` keeps other hosts from setting it.
 */
export const LEFT_COOKIE = '__Host-left'
