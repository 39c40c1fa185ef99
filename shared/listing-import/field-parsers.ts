import * as v from 'valibot'
import { Email } from '#shared/accounts/contract.ts'
import { cleanLine, cleanText, cut } from '#shared/text.ts'
import { telegramUrl } from '#shared/url.ts'
import type { Parsed } from './field-reader.ts'
import { readPrice } from './parse-price.ts'

/** One line of at most `max` characters. A list of texts, as in look-up fields, is joined. */
export const parseLine = (max: number) => (value: unknown) => limited(cleanLine, max, value)

/** Prose of at most `max` characters, with its line breaks. */
export const parseProse = (max: number) => (value: unknown) => limited(cleanText, max, value)

function limited(clean: (text: string) => string, max: number, value: unknown): Parsed<string> {
  const input = plainText(value)
  if (input === undefined) return { flag: 'dropped: not text' }
  const text = clean(input)
  if (text === '') return {}
  return text.length <= max ? { value: text } : { value: cut(text, max), flag: `cut at ${max} characters` }
}

/** @returns `''` when nothing was given, `undefined` when it is not text */
function plainText(value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string' || typeof item === 'number')) return undefined
  return value.join(', ')
}

const YES = new Set(['true', 'yes', 'y', '1', 'x', 'checked', 'verified'])
const NO = new Set(['false', 'no', 'n', '0', '', 'unchecked', 'unverified'])

export function parseBoolean(value: unknown): Parsed<boolean> {
  if (value === null || value === undefined) return {}
  const word = (plainText(typeof value === 'boolean' ? String(value) : value) ?? '?').trim().toLowerCase()
  if (YES.has(word)) return { value: true }
  return NO.has(word) ? { value: false } : { flag: 'dropped: neither yes nor no' }
}

/**
 * Whether a person agreed to the sale of their contact: yes, or the date of the agreement. Any other value counts as no
 * agreement.
 */
export function parseAgreement(value: unknown): Parsed<boolean> {
  if (value === null || value === undefined) return {}
  const { value: isYes } = parseBoolean(value)
  if (isYes !== undefined) return { value: isYes }
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value))
  return isDay ? { value: true } : { value: false, flag: 'taken for no: neither yes, nor no, nor a day' }
}

const MAX_INTRODUCTIONS = 1_000_000

/** Accepted introductions; 0 means that no limit was given. `3 per month` is 3. */
export function parseLimit(value: unknown): Parsed<number> {
  if (value === null || value === undefined || (typeof value === 'string' && value.trim() === '')) return {}
  const count =
    typeof value === 'string' ? Number(/^\s*(\d+)/.exec(value)?.[1]) : typeof value === 'number' ? Math.floor(value) : Number.NaN
  if (count === 0) return {}
  return count >= 1 && count <= MAX_INTRODUCTIONS ? { value: count } : { flag: 'dropped: not a number of introductions' }
}

export function parseListedPrice(value: unknown) {
  const { price: amount, doubt } = readPrice(value)
  return { ...(amount !== null && { value: amount }), ...(doubt !== undefined && { flag: doubt }) }
}

export function parseEmail(value: unknown): Parsed<string> {
  return parseText(parseLine(300)(value), 'dropped: not an e-mail address', (text) => {
    const parsed = v.safeParse(Email, text.replace(/^mailto:/i, ''))
    return parsed.success ? parsed.output : undefined
  })
}

/** A Telegram handle as `@name`, from a handle or its link. */
export function parseTelegram(value: unknown): Parsed<string> {
  return parseText(parseLine(300)(value), 'dropped: not a Telegram handle', (text) =>
    telegramUrl(text)?.replace('https://t.me/', '@'),
  )
}

function parseText(text: Parsed<string>, refusal: string, parse: (text: string) => string | undefined): Parsed<string> {
  if (text.value === undefined) return text
  const value = parse(text.value)
  return value === undefined ? { flag: refusal } : { value }
}
