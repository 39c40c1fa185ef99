/** Public pages on which people browse. No form, no sign-in, no payment and no screen of an account is among them. */
const BROWSING = /^\/(?:$|(?:vcs|ping|directory|scout|join|cold-scout)(?:\/|$)|(?:vc|investor|project)\/)/

/** Whether the early-access popup may open here, as far as the address says. */
export const isBrowsing = (pathname: string) => BROWSING.test(pathname)
