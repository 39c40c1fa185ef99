/**
 * The VAT ids of each country, without separators and with the letters of the country. Only the format is checked: whether the id
 * is registered is not. Greece writes EL, and Northern Ireland XI.
 *
 * @see https://ec.europa.eu/taxation_customs/vies/faq.html, for the formats of the European Union
 */
const FORMATS: Record<string, RegExp> = {
  AT: /^ATU\d{8}$/,
  BE: /^BE[01]\d{9}$/,
  BG: /^BG\d{9,10}$/,
  CH: /^CHE\d{9}(?:MWST|TVA|IVA)?$/,
  CY: /^CY\d{8}[A-Z]$/,
  CZ: /^CZ\d{8,10}$/,
  DE: /^DE\d{9}$/,
  DK: /^DK\d{8}$/,
  EE: /^EE\d{9}$/,
  ES: /^ES[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^FI\d{8}$/,
  FR: /^FR[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GB: /^(?:GB|XI)(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
  GR: /^EL\d{9}$/,
  HR: /^HR\d{11}$/,
  HU: /^HU\d{8}$/,
  IE: /^IE(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^IT\d{11}$/,
  LT: /^LT(?:\d{9}|\d{12})$/,
  LU: /^LU\d{8}$/,
  LV: /^LV\d{11}$/,
  MT: /^MT\d{8}$/,
  NL: /^NL[A-Z0-9+*]{10}\d{2}$/,
  NO: /^NO\d{9}(?:MVA)?$/,
  PL: /^PL\d{10}$/,
  PT: /^PT\d{9}$/,
  RO: /^RO\d{2,10}$/,
  SE: /^SE\d{12}$/,
  SI: /^SI\d{8}$/,
  SK: /^SK\d{10}$/,
}

/** Tax numbers of all other countries: 2 to 20 letters and digits. */
const OTHER = /^[A-Z0-9]{2,20}$/

/** Upper case, without spaces, dots, hyphens and slashes. */
export const compactVatId = (typed: string) => typed.replace(/[\s./-]/g, '').toUpperCase()

/** Whether a compact id has the format of the country; also `true` for no id. */
export const isVatIdOf = (country: string, vatId: string): boolean => vatId === '' || (FORMATS[country] ?? OTHER).test(vatId)
