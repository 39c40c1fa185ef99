import { cleanLine } from '#shared/text.ts'
import { COUNTRIES } from './countries.ts'
import { bankCountryOf, compact, type IbanRefusal, ibanRefusal } from './iban.ts'
import type { MaskedDetails, PayoutDetails } from './payout-details.ts'

export type DetailsField = 'holder' | 'country' | 'iban' | 'accountNumber' | 'routing' | 'bic' | 'bankName'
export type DetailsProblem = { path: DetailsField; message: string }

type RoutingRule = { label: string; pattern: RegExp; hint: string; isChecked?: (code: string) => boolean }

/** The second number beside an account number, in countries where it is known. Elsewhere it is optional and of any form. */
const ROUTING: Record<string, RoutingRule> = {
  US: { label: 'Routing number (ABA)', pattern: /^\d{9}$/, hint: 'nine digits', isChecked: isAba },
  GB: { label: 'Sort code', pattern: /^\d{6}$/, hint: 'six digits' },
  AU: { label: 'BSB', pattern: /^\d{6}$/, hint: 'six digits' },
  CA: { label: 'Institution and transit number', pattern: /^\d{8,9}$/, hint: 'three digits and five digits' },
  IN: { label: 'IFSC', pattern: /^[A-Z]{4}0[A-Z0-9]{6}$/, hint: 'eleven characters, for example HDFC0001234' },
}

const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/
const ACCOUNT_NUMBER = /^[A-Z0-9]{5,34}$/
const ANY_ROUTING = /^[A-Z0-9]{3,15}$/

/** What a country's banks call the number beside the account number, and whether it is needed. */
export function routingOf(country: string): { label: string; isRequired: boolean; hint?: string } {
  const rule = ROUTING[bankCountryOf(country)]
  return rule
    ? { label: rule.label, isRequired: true, hint: rule.hint }
    : { label: 'Routing, bank or branch code', isRequired: false }
}

/** Numbers without spaces and in capitals, texts on one line; a field without content is left out. */
export function normaliseDetails(details: PayoutDetails): PayoutDetails {
  const bankName = cleanLine(details.bankName ?? '')
  const common = { holder: cleanLine(details.holder), country: details.country, ...(bankName && { bankName }) }
  if (details.kind === 'iban') return { kind: 'iban', ...common, iban: compact(details.iban) }
  const [routing, bic] = [compact(details.routing ?? ''), compact(details.bic ?? '')]
  return {
    kind: 'account-number',
    ...common,
    accountNumber: compact(details.accountNumber),
    ...(routing && { routing }),
    ...(bic && { bic }),
  }
}

/** Each field of normalised details that has to change, and how; empty when a bank would accept them. */
export function detailsProblems(details: PayoutDetails): DetailsProblem[] {
  const { holder, country } = details
  return [
    ...(holder.length < 2
      ? [{ path: 'holder' as const, message: 'Enter the name of the account holder, as the bank has it.' }]
      : []),
    ...(!COUNTRIES.includes(country) ? [{ path: 'country' as const, message: 'Select the country of the bank.' }] : []),
    ...(details.kind === 'iban' ? ibanProblems(details.iban, country) : numberProblems(details)),
  ]
}

const ibanMessages: Record<IbanRefusal, string> = {
  characters: 'An IBAN starts with two letters and two digits. Copy it from your bank statement.',
  country: 'No country has IBANs that start like this. Check the first two letters, or choose “Account number”.',
  length: 'This IBAN is too long or too short.',
  checksum: 'A character of this IBAN is wrong. Compare it with your bank statement.',
}

function ibanProblems(iban: string, country: string): DetailsProblem[] {
  if (iban === '') return [{ path: 'iban', message: 'Enter the IBAN of the account.' }]
  const found = ibanRefusal(iban)
  if (found) {
    const message =
      found.length === undefined
        ? ibanMessages[found.refusal]
        : `An IBAN that starts with ${iban.slice(0, 2)} has ${found.length} characters. This one has ${iban.length}.`
    return [{ path: 'iban', message }]
  }
  if (country !== '' && iban.slice(0, 2) !== bankCountryOf(country)) {
    const message = `This IBAN starts with ${iban.slice(0, 2)}, which is another country. Correct the IBAN or the country.`
    return [{ path: 'iban', message }]
  }
  return []
}

function numberProblems({ country, accountNumber, routing, bic }: PayoutDetails & { kind: 'account-number' }): DetailsProblem[] {
  const problems: DetailsProblem[] = []
  if (!ACCOUNT_NUMBER.test(accountNumber)) {
    problems.push({
      path: 'accountNumber',
      message: accountNumber === '' ? 'Enter the account number.' : 'An account number has 5 to 34 letters and digits.',
    })
  }
  const rule = ROUTING[bankCountryOf(country)]
  if (rule && routing === undefined) problems.push({ path: 'routing', message: `Enter the code of your bank: ${rule.hint}.` })
  else if (rule && routing !== undefined && !rule.pattern.test(routing))
    problems.push({ path: 'routing', message: `This code has ${rule.hint}.` })
  else if (rule?.isChecked && routing !== undefined && !rule.isChecked(routing))
    problems.push({ path: 'routing', message: 'A digit of this number is wrong. Compare it with your bank statement.' })
  else if (!rule && routing !== undefined && !ANY_ROUTING.test(routing))
    problems.push({ path: 'routing', message: 'This code has 3 to 15 letters and digits.' })
  if (bic === undefined)
    problems.push({ path: 'bic', message: 'Enter the BIC (SWIFT code). Your bank shows it beside the account.' })
  else if (!BIC.test(bic)) problems.push({ path: 'bic', message: 'A BIC has 8 or 11 characters, for example CHASUS33.' })
  else if (country !== '' && bic.slice(4, 6) !== bankCountryOf(country) && bic.slice(4, 6) !== country)
    problems.push({
      path: 'bic',
      message: `The BIC names a bank in another country (${bic.slice(4, 6)}). Correct the BIC or the country.`,
    })
  return problems
}

/** The weighted sum of a US routing number is a multiple of ten. */
function isAba(code: string): boolean {
  const weights = [3, 7, 1]
  return [...code].reduce((sum, digit, at) => sum + Number(digit) * (weights[at % 3] ?? 0), 0) % 10 === 0
}

/** What is shown of normalised details: never the whole number. */
export const maskDetails = (details: PayoutDetails): MaskedDetails => ({
  kind: details.kind,
  holder: details.holder,
  country: details.country,
  lastFour: (details.kind === 'iban' ? details.iban : details.accountNumber).slice(-4),
})

/** `DE •••• 3000`: the country of the bank and the end of the number. */
export const maskedLine = ({ country, lastFour }: Pick<MaskedDetails, 'country' | 'lastFour'>): string =>
  `${country} •••• ${lastFour}`
