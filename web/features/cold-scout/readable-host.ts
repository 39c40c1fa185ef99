/** `northgate.example` of a link that is known to be safe. */
export const readableHost = (url: string) => new URL(url).hostname.replace(/^www\./, '')
