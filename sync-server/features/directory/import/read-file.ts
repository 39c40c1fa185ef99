import Papa from 'papaparse'
import { Problem } from '#shared/problem.ts'

/**
 * The records of an exported listing, as JSON or as CSV with a header row.
 *
 * JSON is a list of pages, one page, a list of records, or of bare field objects.
 *
 * @throws Problem `imports.unreadable` with a sentence that states the error in the file
 */
export function readListingFile(bytes: Uint8Array): unknown[] {
  const text = decode(bytes)
  return /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text)
}

const unreadable = (why: string) => new Problem('imports.unreadable', `This file holds no records that could be read: ${why}.`)

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('it is not UTF-8 text')
  }
}

function readJson(text: string): unknown[] {
  const content = parse(text)
  if (isPage(content)) return content.records
  if (!Array.isArray(content)) throw unreadable('its JSON is neither a page nor a list of records')
  return content.length > 0 && content.every(isPage) ? content.flatMap((page) => page.records) : content
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable('its JSON is broken')
  }
}

const isPage = (value: unknown): value is { records: unknown[] } =>
  typeof value === 'object' && value !== null && 'records' in value && Array.isArray(value.records)

function readCsv(text: string): unknown[] {
  const { data, errors, meta } = Papa.parse<Record<string, unknown>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (header) => header.trim(),
  })
  const broken = errors.find((error) => error.type === 'Quotes')
  if (broken) throw unreadable(`the quotes of row ${(broken.row ?? 0) + 1} do not match`)
  if (!meta.fields?.some((field) => /^(name|partner|partner ?name|fund|fund ?name)$/i.test(field))) {
    throw unreadable('its first row has neither a name nor a fund column')
  }
  return data.map(recordOfRow)
}

/** All CSV values are text: only `price` is converted back to a number, because 50, "$50" and "50" are three different prices. */
function recordOfRow(row: Record<string, unknown>): unknown {
  const fields = Object.entries(row)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => [key, /^price$/i.test(key) && /^\s*-?\d+(\.\d+)?\s*$/.test(String(value)) ? Number(value) : value])
  const named = Object.fromEntries(fields)
  const column = (name: RegExp) => Object.entries(named).find(([key]) => name.test(key))?.[1]
  return { id: column(/^(record ?)?id$/i), createdTime: column(/^created ?time$/i), fields: named }
}
