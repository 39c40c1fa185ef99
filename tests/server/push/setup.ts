import type { PgTable } from 'drizzle-orm/pg-core'
import { writeNotice } from '#server/features/notices/service.ts'
import { SEND_PUSHES } from '#server/features/push/service.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { NoticeFacts, NoticeKind } from '#shared/notices/kinds.ts'
import type { PushMessage, PushState, SubscribeToPush } from '#shared/push/contract.ts'
import { runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { atEnd } from '#tests/support/database/at-end.ts'
import { startPushService } from '#tests/support/stand-ins/push-service.ts'

type Person = Client & { user: { principalId: PrincipalId } }

/** A node whose operator allows a local push service. */
export async function startPushing() {
  const service = startPushService()
  atEnd(async () => {
    await service.stop()
  })
  let ahead = 0
  const clock = { now: () => new Date(Date.now() + ahead) }
  const app = await startTestApp({ world: { now: clock.now }, env: { PUSH_ORIGINS: service.origin, LOG_LEVEL: 'silent' } })
  let facts = 0

  const put = (client: Client, body: SubscribeToPush) => client.post<PushState>('/api/push', body, { method: 'PUT' })
  /** The browser of this client receives pushes from now on. */
  const turnOn = async (client: Client) => {
    const browser = await service.newBrowser()
    const { status, body } = await put(client, browser)
    if (status !== 200) throw new Error(`Not subscribed: ${JSON.stringify(body)}`)
    return browser
  }
  const isOn = async (client: Client) => (await client.get<PushState>('/api/push')).body.isOn
  const notify = async <Kind extends NoticeKind>(to: Person, kind: Kind, of: NoticeFacts[Kind], at = clock.now()) => {
    facts += 1
    const notice = { kind, subject: `fact ${facts}`, facts: of, now: at }
    await app.database.db.transaction((tx) => writeNotice(tx, { principalId: to.user.principalId }, notice))
  }
  const payOut = (to: Person, at?: Date) => notify(to, 'payout-paid', { amount: cents(123_456) }, at)
  /** The messages that a browser was given. */
  const messagesOf = ({ endpoint }: SubscribeToPush) =>
    service.received.filter((one) => one.endpoint === endpoint).map(({ text }) => JSON.parse(text) as PushMessage)
  /** Deliveries that wait for another attempt, with their number of attempts and the seconds until then. */
  const waiting = async () => [
    ...(await app.database.sql<{ attempts: number; seconds: number }[]>`
      select attempts, round(extract(epoch from send_at - now()))::int as seconds from push_deliveries
      where locked_until is null and send_at > now() order by created_at`),
  ]
  /** Lets the time until the next attempts pass, and makes them. */
  const retryAfter = async (seconds: number) => {
    ahead += seconds * 1000
    await app.database.sql`update push_deliveries set send_at = send_at - make_interval(secs => ${seconds})`
    await runJob(app, SEND_PUSHES)
    await settled()
  }
  /** All that a table has, with its bytes as text. */
  const stored = async (table: PgTable) =>
    (await app.database.db.select().from(table))
      .flatMap((row: object) => Object.values(row))
      .map((value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
      .join('\n')
  const isMailed = async (address: string) =>
    (await app.database.sql`select 1 from mail_outbox where recipient = ${address} and sent_at is not null`).length > 0
  /** Resolves once no delivery is due or being sent. */
  const settled = async () => {
    for (;;) {
      const [left] = await app.database.sql<{ due: number }[]>`
        select count(*)::int as due from push_deliveries where send_at <= now() or locked_until > now()`
      if (left?.due === 0) return
      await Bun.sleep(20)
    }
  }
  return { app, clock, service, put, turnOn, isOn, notify, payOut, messagesOf, waiting, retryAfter, settled, stored, isMailed }
}
