/**
 * Length of an IBAN by country.
 *
 * @see https://www.swift.com/standards/data-standards/iban-international-bank-account-number, the IBAN registry
 */
const LENGTHS: Record<string, number> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 ' +
    'FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 ' +
    'LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 ' +
    'SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** Territories whose banks use the IBAN of another country. */
const USES_IBAN_OF: Record<string, string> = {
  ...Object.fromEntries(['GF', 'GP', 'MF', 'MQ', 'BL', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'].map((code) => [code, 'FR'])),
  ...Object.fromEntries(['GG', 'IM', 'JE'].map((code) => [code, 'GB'])),
  AX: 'FI',
}

/** The country code at the start of the IBANs and BICs of a country's banks. */
export const bankCountryOf = (country: string): string => USES_IBAN_OF[country] ?? country

export const hasIbans = (country: string): boolean => bankCountryOf(country) in LENGTHS

/** Without spaces and hyphens, in capitals. */
export const compact = (text: string): string => text.replace(/[\s\-\u2010-\u2015.]/g, '').toUpperCase()

/** In groups of four, as banks print it. */
export const inGroups = (iban: string): string => iban.replace(/.{4}(?=.)/g, '$& ')

export type IbanRefusal = 'characters' | 'country' | 'length' | 'checksum'

/**
 * Why a compact text is no IBAN, or `undefined` when it is one.
 *
 * @see ISO 13616, and ISO 7064 MOD 97-10 for the check digits
 */
export function ibanRefusal(iban: string): { refusal: IbanRefusal; length?: number } | undefined {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return { refusal: 'characters' }
  const length = LENGTHS[iban.slice(0, 2)]
  if (length === undefined) return { refusal: 'country' }
  if (iban.length !== length) return { refusal: 'length', length }
  return remainderOf97(iban.slice(4) + iban.slice(0, 4)) === 1 ? undefined : { refusal: 'checksum' }
}

/** Letters count as two digits, A as 10 to Z as 35. Read digit by digit, because the number exceeds 2^53. */
function remainderOf97(text: string): number {
  let remainder = 0
  for (const character of text) {
    for (const digit of String(Number.parseInt(character, 36))) remainder = (remainder * 10 + Number(digit)) % 97
  }
  return remainder
}
