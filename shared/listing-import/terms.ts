import { SECTOR_FILTERS, SECTORS, STAGE_FILTERS, STAGES } from '#shared/catalogues.ts'
import { cleanLine } from '#shared/text.ts'
import type { Parsed } from './field-reader.ts'

const MAX_TERMS = 30
const MAX_TERM_LENGTH = 60

/** `pre seed`, `PRE-SEED` and `Pre-Seed` are one term; `Series B` and `Series B+` are two. */
const fold = (term: string) => term.toLowerCase().replace(/[\s_-]/g, '')

const catalogue = (terms: readonly string[]) => new Map(terms.filter((term) => term !== 'All').map((term) => [fold(term), term]))

export const stages = termReader(catalogue([...STAGES, ...STAGE_FILTERS]))
export const sectors = termReader(catalogue([...SECTORS, ...SECTOR_FILTERS]))

/**
 * Terms of a list, or of text with commas or semicolons: known ones in the catalogue's spelling, unknown ones as given, without
 * duplicates.
 */
function termReader(known: ReadonlyMap<string, string>) {
  return (value: unknown): Parsed<string[]> => {
    if (value === null || value === undefined || value === '') return {}
    const items: unknown[] = typeof value === 'string' ? value.split(/[,;]/) : Array.isArray(value) ? value : [undefined]
    const terms = new Map<string, string>()
    let flag: string | undefined
    for (const item of items) {
      const term = typeof item === 'string' ? cleanLine(item) : undefined
      if (term === undefined || term.length > MAX_TERM_LENGTH) flag = 'dropped: not a list of short texts'
      else if (terms.size >= MAX_TERMS && !terms.has(fold(term))) flag = `cut at ${MAX_TERMS} entries`
      else if (term !== '' && !terms.has(fold(term))) terms.set(fold(term), known.get(fold(term)) ?? term)
    }
    return { ...(terms.size > 0 && { value: [...terms.values()] }), ...(flag !== undefined && { flag }) }
  }
}
