import * as v from 'valibot'
import type { Company } from '#shared/company/contract.ts'
import { useConfig } from './config.ts'

/** Without the rules of the settings: a page that is older than the server shows what it knows. */
const text = v.fallback(v.string(), '')
const Shown = v.object({
  ...{ legalName: text, address: text, registration: text, vatId: text, supportEmail: text },
  ...{ responsiblePerson: text, mailAddress: text },
})

/** The company that operates this installation, also offline; `undefined` where it is not known or not set. */
export function useCompany(): Company | undefined {
  const read = v.safeParse(Shown, useConfig()?.company)
  return read.success ? read.output : undefined
}
