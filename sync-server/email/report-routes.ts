import { timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Database } from '#server/database/client.ts'
import { plainTextBody } from '#server/http/body/raw-text.ts'
import { Problem } from '#shared/problem.ts'
import { applyReport, type DeliveryReport } from './delivery-report.ts'
import { meansMailbox } from './mailer.ts'
import type { AddressKeys } from './suppressions.ts'

/** A signature is valid for this long, by both clocks. */
const TOLERANCE_SECONDS = 5 * 60

const MAX_EVENTS = 200

/** The body of `POST /api/mail/events`, documented in `sync-server/OPERATIONS.md`. Unknown fields are ignored. */
const Events = z.object({
  events: z
    .array(
      z.object({
        kind: z.enum(['bounce', 'complaint', 'delayed']),
        messageId: z.string().max(1000),
        recipient: z.string().max(320),
        /** Enhanced status code of a bounce. */
        status: z
          .string()
          .regex(/^[245]\.\d{1,3}\.\d{1,3}$/)
          .optional(),
        reason: z.string().max(2000).optional(),
      }),
    )
    .max(MAX_EVENTS),
})
type Event = z.output<typeof Events>['events'][number]

type Deps = { db: Database; keyring: AddressKeys; now: () => Date; secret: string | undefined }

/** Reports of the mail server. Its signature covers the raw bytes, so nothing may parse them first. */
export const reportRoutes = ({ secret, ...deps }: Deps) =>
  new Elysia({ name: 'mail-events' }).post(
    '/api/mail/events',
    async ({ body, request }) => {
      if (secret === undefined) throw new Problem('not-found')
      const text = String(body ?? '')
      requireSignature(secret, text, request.headers.get('latchkey-signature') ?? '', deps.now())
      const events = readEvents(text)
      let applied = 0
      for (const event of events) if ((await apply(deps, event)) === 'applied') applied += 1
      return { received: events.length, applied }
    },
    { parse: plainTextBody },
  )

function readEvents(text: string): Event[] {
  const parsed = Events.safeParse(parseOrNone(text))
  if (!parsed.success) throw new Problem('malformed')
  return parsed.data.events
}

function parseOrNone(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A delay is no result: the mail server tries again. */
async function apply(deps: Pick<Deps, 'db' | 'keyring'>, { kind, messageId, recipient, status = '', reason = '' }: Event) {
  if (kind === 'delayed') return 'unknown'
  const bounce: DeliveryReport['kind'] = meansMailbox(status) ? 'hard-bounce' : 'soft-bounce'
  const report = { messageId, recipients: [recipient], kind: kind === 'complaint' ? kind : bounce }
  return applyReport(deps, { ...report, reason: `${status} ${reason}`.trim() })
}

/**
 * `Latchkey-Signature: t=SECONDS,v1=HEX`: HMAC-SHA256 of `SECONDS.BODY` with `MAIL_EVENTS_SECRET`.
 *
 * @throws Problem `mail.bad-signature`
 */
function requireSignature(secret: string, body: string, header: string, now: Date) {
  const [, seconds = '', given = ''] = /^t=(\d{1,12}),\s*v1=([0-9a-f]{64})$/.exec(header) ?? []
  const isFresh = Math.abs(now.getTime() / 1000 - Number(seconds)) <= TOLERANCE_SECONDS
  if (!given || !isFresh || !isSame(given, signatureOf(secret, `${seconds}.${body}`))) throw new Problem('mail.bad-signature')
}

const signatureOf = (secret: string, text: string) => new Bun.CryptoHasher('sha256', secret).update(text).digest('hex')

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))
