type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

const DEEPEST = 16
const LONGEST = 20_000

/**
 * Foreign JSON in a form that the database can store: keys are sorted, so that equal records are equal texts; NUL and unpaired
 * surrogates, which `jsonb` rejects, are removed; nesting and lengths beyond any plausible record are truncated.
 */
export function sanitise(value: unknown, depth = 0): Json {
  if (typeof value === 'string') return storableText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null || depth >= DEEPEST) return null
  if (Array.isArray(value)) return value.map((item) => sanitise(item, depth + 1))
  return storableRecord(value, depth)
}

/** @see sanitise */
export function storableRecord(value: object, depth = 0): { [key: string]: Json } {
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [storableText(key), sanitise(item, depth + 1)]))
}

const storableText = (text: string) =>
  text
    .slice(0, LONGEST)
    .replaceAll('\0', '')
    .replace(/\p{Cs}/gu, '\ufffd')
