/** Public pages for browsing. They include no form, no sign-in, no payment and no screen of an account. */
const BROWSING = /^\/(?:$|(?:vcs|ping|directory|scout|join|cold-scout)(?:\/|$)|(?:vc|investor|project)\/)/

/** Whether the early-access popup may open on this path. */
export const isBrowsing = (pathname: string) => BROWSING.test(pathname)
