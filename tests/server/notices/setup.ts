import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/client.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { held } from '#tests/support/actors/listings.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'

/** The notices that a device of this client has, the latest first. */
export const noticesOf = async (client: Client) => (await held(client)).notices ?? []
/** Their kinds, the earliest first. */
export const kindsOf = async (client: Client) => (await noticesOf(client)).map(({ kind }) => kind).reverse()

/** What the server answers to a mutation. */
export async function results(client: Client, name: string, args: object, id = newMutationId()) {
  const mutation = { id, name, args, madeAt: new Date().toISOString() }
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  return body.results
}
export const push = async (...call: Parameters<typeof results>) => (await results(...call))[0]?.status

/** Runs some facts while no notice of a kind can be stored. */
export async function withoutNotices<Result>(db: Database, kind: string, work: () => Promise<Result>): Promise<Result> {
  await db.execute(
    sql.raw(`
    create function refuse_notice() returns trigger language plpgsql as $$ begin raise exception 'no notice can be stored'; end $$;
    create trigger refuse_notice before insert on notices for each row when (new.kind = '${kind}') execute function refuse_notice()`),
  )
  try {
    return await work()
  } finally {
    await db.execute(sql`drop function refuse_notice cascade`)
  }
}
