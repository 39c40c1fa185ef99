import type { Company, CompanyField } from './contract.ts'

/** As the parts are named on pages, in mails and in the settings. */
export const companyLabels: Record<CompanyField, string> = {
  legalName: 'Legal name',
  address: 'Address',
  registration: 'Registration',
  vatId: 'VAT ID',
  supportEmail: 'Support address',
  responsiblePerson: 'Responsible for the content',
  mailAddress: 'Postal address in emails',
}

/** What an imprint, a receipt and a mail need, so that the doctor asks for it. */
const NEEDED = ['legalName', 'address', 'supportEmail', 'responsiblePerson'] as const satisfies CompanyField[]

/** The parts that an installation for the public needs and does not have. */
export const missingParts = (company: Company): CompanyField[] => NEEDED.filter((field) => company[field] === '')

/** The lines under a mail; none until the company is named. */
export function mailFooter({ legalName, address, mailAddress, registration, vatId, supportEmail }: Company): string[] {
  if (legalName === '') return []
  const postal = (mailAddress || address).split('\n').join(', ')
  const lines = [legalName, postal, registration, vatId && `${companyLabels.vatId} ${vatId}`, supportEmail]
  return lines.filter((line) => line !== '')
}
