let names: Intl.DisplayNames | undefined

/** The English name of an ISO 3166-1 code; the code itself where it is not known. */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames(['en'], { type: 'region' })
  return names.of(code) ?? code
}
