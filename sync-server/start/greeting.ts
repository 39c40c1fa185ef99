import type { Env } from '#server/env.ts'

type Facts = {
  env: Pick<Env, 'PUBLIC_URL' | 'DATA_DIR' | 'isDatabaseEmbedded' | 'isPaymentSandbox'>
  /** Where this process listens. */
  url: string
  isWebAppBuilt: boolean
  /** The sample accounts. `isValid`: they have this password, not that of an earlier start. */
  demo: { password: string; isValid: boolean } | undefined
}

/** What a person reads in the terminal once the server listens: where it is, and what differs from a deployment. */
export function greetingOf({ env, url, isWebAppBuilt, demo }: Facts): string {
  const lines = [`Latchkey is ready at ${env.PUBLIC_URL ?? url}`]
  if (env.isDatabaseEmbedded) lines.push(`Data is kept in ${env.DATA_DIR}`)
  if (!isWebAppBuilt) lines.push('The web app is not built: "bun --bun vite build" builds it')
  if (env.isPaymentSandbox) lines.push('Payments are a sandbox: card 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined')
  if (demo?.isValid) lines.push(`Sign in as founder@, investor@ or admin@latchkey.example with the password ${demo.password}`)
  else if (demo) lines.push('The sample accounts have the password of an earlier start, not the present one')
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`
}
