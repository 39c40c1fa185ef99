/**
 * Set when a session is ended by a page navigation, read and removed by the app: its next start erases the device's data. A link
 * parameter could not be trusted for this, because any site may create one. `__Host-` prevents other hosts from setting it.
 */
export const LEFT_COOKIE = '__Host-left'
