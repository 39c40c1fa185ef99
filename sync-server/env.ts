import { z } from 'zod'
import { isRsaKey } from '#server/email/dkim.ts'
import { TRACE_VARIABLES, withoutUnusedTraces } from '#server/observe/traces/settings.ts'
import { COUNTRIES } from '#shared/earnings/countries.ts'
import { ALONE_WITHIN_A_DAY } from '#shared/earnings/four-eyes.ts'
import { settlementCurrencies } from '#shared/orders/minimum.ts'
import { isWithinOneEdit } from '#shared/search/edit-distance.ts'

/** The keys of the sandbox. They are public, and only grant access to a sandbox that is reachable from this machine alone. */
export const SANDBOX_SECRET_KEY = 'sk_test_sandbox'
export const SANDBOX_PUBLISHABLE_KEY = 'pk_test_sandbox'
export const SANDBOX_WEBHOOK_SECRET = 'whsec_sandbox'

/** The address of the sample data's admin. It is an admin address in every installation with sample data. */
const DEMO_ADMIN = 'admin@latchkey.example'

const text = z.string().trim().min(1, 'must not be blank')
const positive = z.coerce.number('must be a number above 0').positive('must be a number above 0')
const wholeNumber = (fault: string, max: number) => z.coerce.number(fault).int(fault).min(0, fault).max(max, fault)
const oneOf = <const Options extends [string, ...string[]]>(...options: Options) =>
  z.enum(options, `must be ${options.slice(0, -1).join(', ')}${options.length > 1 ? ' or ' : ''}${options.at(-1)}`)
const url = (protocol: RegExp, example: string) => z.url({ protocol, error: `must be an address such as ${example}` })
const webUrl = (example: string) => url(/^https?$/, example)
const postgresUrl = url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/database')
const letters = (min: number, max: number) => {
  const fault = `must have ${min} to ${max} characters`
  return z.string().min(min, fault).max(max, fault)
}

/** A key, without padding. */
const base64url = (bytes: number) => {
  const letterCount = Math.ceil((bytes * 4) / 3)
  return z
    .string()
    .trim()
    .regex(new RegExp(`^[\\w-]{${letterCount}}$`), `must be ${bytes} bytes in base64url, which are ${letterCount} characters`)
    .optional()
}

/** A name in DNS, or a part of one with several labels. */
const domain = text.regex(/^[a-z\d]([a-z\d._-]*[a-z\d])?$/i, 'must be a name such as mail.latchkey.example')

const Env = z.object({
  NODE_ENV: oneOf('development', 'production', 'test').default('development'),
  PORT: wholeNumber('must be a whole number from 0 to 65535', 65535).default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: webUrl('https://latchkey.example').optional(),
  DATA_DIR: text.default('.data'),
  WEB_DIR: text.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  SEED: oneOf('demo', 'records', 'none').optional(),
  DEMO_PASSWORD: letters(8, 200).optional(),
  PAYMENTS: oneOf('sandbox').optional(),
  HEALTH_TOKEN: letters(16, 200).optional(),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_PUBLISHABLE_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_CONNECT: oneOf('true', 'false')
    .default('false')
    .transform((value) => value === 'true'),
  STRIPE_CONNECT_WEBHOOK_SECRET: text.optional(),
  STRIPE_SETTLEMENT_CURRENCY: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(settlementCurrencies, `must be one of ${settlementCurrencies.join(', ')}`))
    .default('usd'),
  STRIPE_TAX_COUNTRY: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => COUNTRIES.includes(code), 'must be the code of a country, such as DE')
    .optional(),
  AIRTABLE_API_KEY: text.optional(),
  AIRTABLE_BASE_ID: text.optional(),
  AIRTABLE_TABLE: text.optional(),
  AIRTABLE_API_URL: webUrl('https://api.airtable.com/v0').default('https://api.airtable.com/v0'),
  CALENDLY_API_URL: webUrl('https://api.calendly.com').default('https://api.calendly.com'),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_LOGIN_URL: webUrl('https://accounts.google.com').default('https://accounts.google.com'),
  GOOGLE_TOKEN_URL: webUrl('https://oauth2.googleapis.com').default('https://oauth2.googleapis.com'),
  GOOGLE_CALENDAR_API_URL: webUrl('https://www.googleapis.com/calendar/v3').default('https://www.googleapis.com/calendar/v3'),
  MICROSOFT_CLIENT_ID: text.optional(),
  MICROSOFT_CLIENT_SECRET: text.optional(),
  MICROSOFT_LOGIN_URL: webUrl('https://login.microsoftonline.com/common').default('https://login.microsoftonline.com/common'),
  MICROSOFT_GRAPH_URL: webUrl('https://graph.microsoft.com/v1.0').default('https://graph.microsoft.com/v1.0'),
  INTRO_MODEL_URL: webUrl('https://models.example/v1').optional(),
  INTRO_MODEL_KEY: text.regex(/^[\x21-\x7e]+$/, 'must consist of printable ASCII characters without spaces').optional(),
  INTRO_MODEL_NAME: text.optional(),
  ADMIN_EMAILS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((email) => email.trim().toLowerCase())
        .filter(Boolean),
    ),
  ALERT_EMAIL: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.email('must be e-mail addresses, separated by commas'))),
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@host:587').optional(),
  MAIL_FROM: text
    .regex(/^[^\r\n]+@[^\r\n]+$/, 'must be a sender such as Latchkey <no-reply@latchkey.example>')
    .default('Latchkey <no-reply@latchkey.example>'),
  DKIM_DOMAIN: domain.optional(),
  DKIM_SELECTOR: domain.optional(),
  DKIM_PRIVATE_KEY: text.refine(isRsaKey, 'must be an RSA private key in PEM').optional(),
  DKIM_PRIVATE_KEY_FILE: text.optional(),
  MAIL_EVENTS_SECRET: letters(16, 200).optional(),
  VAPID_PUBLIC_KEY: base64url(65),
  VAPID_PRIVATE_KEY: base64url(32),
  PUSH_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(webUrl('https://push.example').transform((address) => new URL(address).origin))),
  PAYOUT_ALONE_CENTS: wholeNumber('must be a whole number of US cents, 0 or more', 1_000_000_000).default(ALONE_WITHIN_A_DAY),
  DECISION_MAIL_DELAY_SECONDS: wholeNumber('must be a number of seconds', 3600).default(60),
  S3_BUCKET: text.optional(),
  S3_ENDPOINT: webUrl('https://s3.example').optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  DIRECTORY_LIMIT: wholeNumber('must be a whole number from 0 to 1000000', 1_000_000).default(50_000),
  RATE_LIMIT_SCALE: positive.default(1),
  PROOF_OF_WORK: oneOf('on', 'off').default('on'),
  TRUST_PROXY: wholeNumber('must be the number of proxies before the server', 100).default(0),
  CLIENT_ERROR_SAMPLE_RATE: z.coerce
    .number('must be from 0 to 1')
    .min(0, 'must be from 0 to 1')
    .max(1, 'must be from 0 to 1')
    .default(1),
  STOP_GRACE_MS: wholeNumber('must be a number of milliseconds, at most 300000', 300_000).default(250),
  SLOW_QUERY_MS: wholeNumber('must be a number of milliseconds, or 0', 600_000).default(500),
  ...TRACE_VARIABLES,
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent').default('info'),
  SERVICE_WORKER: oneOf('on', 'off').default('on'),
  HOME_VARIANT: oneOf('a', 'b').default('a'),
  HEADER_VARIANT: oneOf('login', 'get-started').default('get-started'),
})

const STRIPE_NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']

const OF_PROVIDER = ['STRIPE_CONNECT_WEBHOOK_SECRET', 'STRIPE_SETTLEMENT_CURRENCY']

/** Which cards pay: those of the sandbox, or of the provider's test or live keys. */
export type PaymentMode = 'sandbox' | 'test' | 'live'

type RawEnv = Record<string, string | undefined>

/** Checks across variables. They also run when a variable is malformed, so that one error names every fault. */
function contradictions(env: RawEnv): string[] {
  const faults: string[] = []
  if (env.NODE_ENV === 'production') {
    // A sandbox grants contacts for test cards, so production must have real keys.
    if (!env.DATABASE_URL) faults.push('DATABASE_URL: is needed in production')
    if (!env.STRIPE_SECRET_KEY) faults.push('STRIPE_SECRET_KEY: is needed in production')
    else if (!isLive(env.STRIPE_SECRET_KEY)) faults.push('STRIPE_SECRET_KEY: must be a live key in production')
    // The base of links in mails, the sitemap and the one origin that may send changes must not come from the Host header of a
    // request.
    if (!env.PUBLIC_URL) faults.push('PUBLIC_URL: is needed in production')
  }
  if (env.DATABASE_LISTEN_URL && !env.DATABASE_URL) faults.push('DATABASE_URL: is needed with DATABASE_LISTEN_URL')
  if (env.PAYMENTS && env.STRIPE_SECRET_KEY) faults.push('PAYMENTS: cannot be sandbox with STRIPE_SECRET_KEY')
  // Its cards and its secret key are public: a sandbox reachable from other machines would sell contacts for nothing.
  if (!env.STRIPE_SECRET_KEY && !env.PAYMENTS && !isLoopback(env.HOST ?? '127.0.0.1')) {
    faults.push('PAYMENTS: must be sandbox where HOST is not of this machine alone and STRIPE_SECRET_KEY is missing')
  }
  // If only some are set, another name is misspelt: without the secret key the sandbox would sell.
  const stripe = STRIPE_NAMES.filter((name) => !env[name])
  if (stripe.length < STRIPE_NAMES.length) {
    for (const name of stripe) faults.push(`${name}: is needed with the other STRIPE_ keys`)
  }
  // Each is of use with the provider only: without the secret key, whose name is misspelt, the sandbox would sell.
  for (const name of OF_PROVIDER) {
    if (env[name] && !env.STRIPE_SECRET_KEY) faults.push(`STRIPE_SECRET_KEY: is needed with ${name}`)
  }
  // P26: a test key beside a live one would take money that is not recorded, or grant access for test money.
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env
  if (secretKey && publishableKey && isLive(secretKey) !== isLive(publishableKey)) {
    faults.push('STRIPE_PUBLISHABLE_KEY: must be of the same mode, live or test, as STRIPE_SECRET_KEY')
  }
  // A transfer is made in US dollars from the US dollar balance. An account with another settlement currency has none, so the
  // transfer would wait indefinitely.
  if (env.STRIPE_CONNECT?.trim() === 'true' && !/^(usd)?$/i.test(env.STRIPE_SETTLEMENT_CURRENCY?.trim() ?? '')) {
    faults.push('STRIPE_CONNECT: cannot be true unless STRIPE_SETTLEMENT_CURRENCY is usd')
  }
  for (const name of ['STRIPE_WEBHOOK_SECRET', 'STRIPE_CONNECT_WEBHOOK_SECRET']) {
    if (env[name]?.trim() === SANDBOX_WEBHOOK_SECRET) faults.push(`${name}: must not be the sandbox's, which is public`)
  }
  if (!env.VAPID_PUBLIC_KEY !== !env.VAPID_PRIVATE_KEY)
    faults.push('VAPID_PUBLIC_KEY: is needed with VAPID_PRIVATE_KEY, and the reverse')
  if (env.SMTP_URL && !env.MAIL_FROM) faults.push('MAIL_FROM: is needed with SMTP_URL')
  const dkim = ['DKIM_DOMAIN', 'DKIM_SELECTOR'].filter((name) => !env[name])
  const keys = ['DKIM_PRIVATE_KEY', 'DKIM_PRIVATE_KEY_FILE'].filter((name) => env[name])
  if (keys.length > 1) faults.push('DKIM_PRIVATE_KEY: cannot be set together with DKIM_PRIVATE_KEY_FILE')
  if (dkim.length < 2 || keys.length > 0) {
    for (const name of dkim) faults.push(`${name}: is needed with the other DKIM_ variables`)
    if (keys.length === 0) faults.push('DKIM_PRIVATE_KEY: or DKIM_PRIVATE_KEY_FILE is needed with DKIM_DOMAIN')
  }
  const s3 = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].filter((name) => !env[name])
  if (s3.length > 0 && s3.length < 3) faults.push(`${s3.join(', ')}: needed with the other S3_ variables`)
  const model = ['INTRO_MODEL_URL', 'INTRO_MODEL_KEY', 'INTRO_MODEL_NAME'].filter((name) => !env[name])
  if (model.length > 0 && model.length < 3) faults.push(`${model.join(', ')}: needed with the other INTRO_MODEL_ variables`)
  for (const provider of ['GOOGLE', 'MICROSOFT']) {
    const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`]
    if (!env[id] !== !env[secret]) faults.push(`${env[id] ? secret : id}: is needed with ${env[id] ? id : secret}`)
  }
  if (env.AIRTABLE_API_KEY && !(env.AIRTABLE_BASE_ID && env.AIRTABLE_TABLE)) {
    faults.push('AIRTABLE_BASE_ID: and AIRTABLE_TABLE are needed with AIRTABLE_API_KEY')
  }
  return faults
}

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host.trim())

const isPublic = (url: string | undefined) => url !== undefined && !isLoopback(new URL(url).hostname)

const isLive = (key: string) => /^(sk|rk|pk)_live_/.test(key.trim())

export type Env = z.output<typeof Env> & {
  isPaymentSandbox: boolean
  /** The sandbox is reachable from other machines: PAYMENTS names it, or HOST or PUBLIC_URL is not a loopback address. */
  isSandboxPublic: boolean
  isDatabaseEmbedded: boolean
  isLiveMode: boolean
  paymentMode: PaymentMode
  seed: 'demo' | 'records' | 'none'
  /** A press signs in as a sample account, without a password: only where no other machine reaches the sandbox. */
  offersSampleSignIn: boolean
  /** Who is mailed what needs an operator: ALERT_EMAIL, in production the owners without it. */
  alertEmails: readonly string[]
  /** Admin calls require an authenticator app: everywhere except in a sandbox outside production. */
  adminsNeedTwoFactor: boolean
  /** Addresses that users give may be of this machine: only in a sandbox that no other machine reaches. */
  reachesLoopback: boolean
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string }
  /** The language model that writes introductions; if undefined, they use fixed sentences. */
  introModel: { url: string; key: string; name: string } | undefined
}

/** Names that differ from a variable of the product by one character and are no variable themselves. */
export function findMisspelt(source: RawEnv): { name: string; meant: string }[] {
  const known = Object.keys(Env.shape)
  return Object.keys(source).flatMap((name) => {
    const meant = name in Env.shape ? undefined : known.find((one) => one.length > 3 && isWithinOneEdit(name, one))
    return meant ? [{ name, meant }] : []
  })
}

/** A line for each of them, for an operator who reads no log. */
export const misspeltLines = (source: RawEnv): string[] =>
  findMisspelt(source).map(({ name, meant }) => `${name}: is unknown. Did you mean ${meant}?`)

/**
 * The configuration.
 *
 * @throws Error that names every missing or malformed variable, for the operator; it repeats no value, since some are secrets
 */
export function parseEnv(source: RawEnv): Env {
  const present = withoutUnusedTraces(
    Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== '')),
  )
  const parsed = Env.safeParse(present)
  const malformed = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  const faults = [...malformed, ...contradictions(present)]
  if (!parsed.success || faults.length > 0) {
    throw new Error(`Configuration cannot be used:\n  ${[...faults, ...misspeltLines(source)].join('\n  ')}`)
  }
  const env = parsed.data
  const isPaymentSandbox = !env.STRIPE_SECRET_KEY
  const isLiveMode = isLive(env.STRIPE_SECRET_KEY ?? '')
  const isDatabaseEmbedded = !env.DATABASE_URL
  const { INTRO_MODEL_URL: url, INTRO_MODEL_KEY: key, INTRO_MODEL_NAME: name } = env
  const seed = env.SEED ?? (isPaymentSandbox && isDatabaseEmbedded ? 'demo' : 'none')
  const isSandboxPublic = isPaymentSandbox && (env.PAYMENTS === 'sandbox' || !isLoopback(env.HOST) || isPublic(env.PUBLIC_URL))
  return {
    ...env,
    ADMIN_EMAILS: seed !== 'none' ? [...env.ADMIN_EMAILS, DEMO_ADMIN] : env.ADMIN_EMAILS,
    isPaymentSandbox,
    isSandboxPublic,
    isDatabaseEmbedded,
    isLiveMode,
    paymentMode: isPaymentSandbox ? 'sandbox' : isLiveMode ? 'live' : 'test',
    seed,
    offersSampleSignIn: seed === 'demo' && isPaymentSandbox && !isSandboxPublic,
    reachesLoopback: env.NODE_ENV !== 'production' && isPaymentSandbox && !isSandboxPublic,
    alertEmails: env.ALERT_EMAIL.length > 0 || env.NODE_ENV !== 'production' ? env.ALERT_EMAIL : env.ADMIN_EMAILS,
    adminsNeedTwoFactor: env.NODE_ENV === 'production' || !isPaymentSandbox,
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY ?? SANDBOX_SECRET_KEY,
      publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? SANDBOX_PUBLISHABLE_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? SANDBOX_WEBHOOK_SECRET,
    },
    introModel: url && key && name ? { url, key, name } : undefined,
  }
}
