import { safeUrl } from '#shared/url.ts'
import type { Parsed } from './field-reader.ts'

const UNSAFE = 'dropped: not a safe link'

/** A link that may be stored and shown. `calendly.com/ada` gets the missing scheme. */
export function parseLink(value: unknown): Parsed<string> {
  if (value === null || value === undefined || (typeof value === 'string' && value.trim() === '')) return {}
  if (typeof value !== 'string') return { flag: UNSAFE }
  const url = safeUrl(withScheme(value.trim()))
  return url ? { value: url } : { flag: UNSAFE }
}

/** A colon before digits is a port: `example.com:8080` has no scheme. */
function withScheme(text: string): string {
  if (text.startsWith('//')) return `https:${text}`
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`
}

/** A profile on X, from its link or the handle alone. */
export function parseXProfile(value: unknown): Parsed<string> {
  const handle = typeof value === 'string' ? /^\s*@?(\w{1,30})\s*$/.exec(value)?.[1] : undefined
  return handle ? { value: `https://x.com/${handle}` } : parseLink(value)
}

/**
 * The first usable picture of a list of `{url}` or texts, or of a single one. https only: a picture over http is mixed content.
 */
export function parseImage(value: unknown): Parsed<string> {
  const candidates = (Array.isArray(value) ? value : [value]).map(urlOf).map(parseLink)
  const usable = candidates.find((candidate) => candidate.value?.startsWith('https:'))
  if (usable) return usable
  return candidates.some((candidate) => candidate.value ?? candidate.flag) ? { flag: 'dropped: not an https picture' } : {}
}

const urlOf = (item: unknown) => (typeof item === 'object' && item !== null && 'url' in item ? item.url : item)
