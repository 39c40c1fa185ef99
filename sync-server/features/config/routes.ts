import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Env } from '#server/env.ts'
import { StoredCompany } from '#shared/company/contract.ts'
import { SwitchedOff } from '#shared/switches/contract.ts'
import { type CompanyInConfigDeps, lastCompany } from './last-company.ts'
import { lastSwitchedOff } from './last-switched-off.ts'

const Config = v.object({
  stripe: v.object({ isSandbox: v.boolean(), publishableKey: v.string() }),
  homeVariant: v.picklist(['a', 'b']),
  headerVariant: v.picklist(['login', 'get-started']),
  /** The share of pages that report errors of the app. */
  errorSampleRate: v.number(),
  /** A press signs in as a sample account (`POST /api/auth/sample`). Absent where that is not offered. */
  sampleSignIn: v.optional(v.literal(true)),
  /** Absent until an owner has set a part of it. */
  company: v.optional(StoredCompany),
  /** Absent while everything is on. */
  off: v.optional(SwitchedOff),
})

/** The public configuration of this installation for the web app. */
export const configRoutes = ({ env, ...deps }: CompanyInConfigDeps & { env: Env }) => {
  const readCompany = lastCompany(deps)
  const readOff = lastSwitchedOff(deps)
  return new Elysia({ name: 'config' }).get(
    '/api/config',
    async () => {
      const [company, off] = await Promise.all([readCompany(), readOff()])
      return {
        stripe: { isSandbox: env.isPaymentSandbox, publishableKey: env.stripe.publishableKey },
        homeVariant: env.HOME_VARIANT,
        headerVariant: env.HEADER_VARIANT,
        errorSampleRate: env.CLIENT_ERROR_SAMPLE_RATE,
        ...(env.offersSampleSignIn && { sampleSignIn: true as const }),
        ...(company && { company }),
        ...(off && { off }),
      }
    },
    { response: Config },
  )
}
