import { COUNTRIES } from '#shared/earnings/countries.ts'
import { madeOnce } from './made-once.ts'

const names = madeOnce(() => new Intl.DisplayNames('en', { type: 'region' }))

/** The English name of an ISO code; the code itself where it is not known. */
export function regionName(code: string): string {
  try {
    return names().of(code) ?? code
  } catch {
    return code
  }
}

/** The countries of a select, by name: their codes and names. */
export const countryOptions = madeOnce(() =>
  COUNTRIES.map((code) => [code, regionName(code)] as const).sort(([, one], [, other]) => one.localeCompare(other)),
)
