let names: Intl.DisplayNames | undefined

/** The English name of an ISO code; the code itself where it is not known. */
export function regionName(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'region' })
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
