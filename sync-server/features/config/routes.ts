import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Env } from '#server/env.ts'

const Config = v.object({
  stripe: v.object({ isSandbox: v.boolean(), publishableKey: v.string() }),
  homeVariant: v.picklist(['a', 'b']),
  headerVariant: v.picklist(['login', 'get-started']),
  /** The share of pages that report errors of the app. */
  errorSampleRate: v.number(),
  /** A press signs in as a sample account (`POST /api/auth/sample`). Absent where that is not offered. */
  sampleSignIn: v.optional(v.literal(true)),
})

/** The public configuration of this installation for the web app. */
export const configRoutes = (env: Env) =>
  new Elysia({ name: 'config' }).get(
    '/api/config',
    () => ({
      stripe: { isSandbox: env.isPaymentSandbox, publishableKey: env.stripe.publishableKey },
      homeVariant: env.HOME_VARIANT,
      headerVariant: env.HEADER_VARIANT,
      errorSampleRate: env.CLIENT_ERROR_SAMPLE_RATE,
      ...(env.offersSampleSignIn && { sampleSignIn: true as const }),
    }),
    { response: Config },
  )
