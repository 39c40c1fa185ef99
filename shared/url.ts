/** Maximum length of a link that is stored or rendered. */
export const MAX_URL_LENGTH = 2048

/**
 * The normalised link if it may be stored and shown, otherwise `undefined`.
 *
 * http and https only, no credentials, at most 2,048 characters: `javascript:`, `data:` and `https://user:pass@host` are
 * rejected, on write and again on render.
 */
export function safeUrl(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_URL_LENGTH) return undefined
  const parsed = URL.parse(text.trim())
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return undefined
  if (parsed.username || parsed.password || !parsed.hostname.includes('.')) return undefined
  return parsed.href.length > MAX_URL_LENGTH ? undefined : parsed.href
}

/** A path on this origin to go to after sign-in: one leading slash, no scheme, no host, no backslash; otherwise `/`. */
export function ownPath(next: unknown): string {
  return typeof next === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next) && next.length <= MAX_URL_LENGTH ? next : '/'
}

/** `https://t.me/…` for a Telegram handle (`@name`, `name` or the link itself), otherwise `undefined`. */
export function telegramUrl(handle: unknown): string | undefined {
  if (typeof handle !== 'string') return undefined
  const name = /^(?:https?:\/\/)?(?:t\.me\/|telegram\.me\/)?@?([A-Za-z0-9_]{5,32})\/?$/.exec(handle.trim())?.[1]
  return name && `https://t.me/${name}`
}

/**
 * The link that opens a mail to one address, with a prepared subject and text. Everything is encoded, so that none of the three
 * can add a header or a second recipient.
 *
 * @see RFC 6068 §2, §7
 */
export function mailtoUrl(address: string, { subject, text }: { subject?: string; text?: string } = {}): string {
  const [local = '', domain = ''] = address.split(/@(?=[^@]*$)/)
  const fields = Object.entries({ subject, body: text?.replaceAll('\n', '\r\n') }).filter(([, value]) => value)
  const query = fields.map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}${query && `?${query}`}`
}
