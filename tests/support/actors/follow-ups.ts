import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/client.ts'

/** Of each database. The row of an intent says whether its follow-ups are held. */
const created = new WeakMap<Database, Promise<void>>()

async function createTrigger(db: Database) {
  await db.execute(sql`create function hold_follow_up() returns trigger language plpgsql as $$ begin
    if exists (select from sandbox_objects one join sandbox_objects intent on intent.id = one.body->>'payment_intent'
      where one.id = new.key and intent.body ? 'held')
    then new.run_at := now() + interval '1 day'; end if;
    return new; end $$`)
  await db.execute(sql`create trigger hold_follow_up before insert on jobs
    for each row when (new.kind like 'sandbox.%') execute function hold_follow_up()`)
}

/**
 * From here on the bank of this payment disputes nothing, warns of nothing and returns no refund, until the test releases it. Its
 * usual half a second may be over before a slow machine has done the next step.
 */
export async function holdFollowUps(db: Database, piId: string) {
  const trigger = created.get(db) ?? createTrigger(db)
  created.set(db, trigger)
  await trigger
  await db.execute(sql`update sandbox_objects set body = body || '{"held": true}' where id = ${piId}`)
}

/** What the bank would have done happens now, and what it does later is not held. */
export async function releaseFollowUps(db: Database, piId: string) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`update sandbox_objects set body = body - 'held' where id = ${piId}`)
    await tx.execute(sql`update jobs set run_at = now() where kind like 'sandbox.%' and done_at is null
      and key in (select id from sandbox_objects where body->>'payment_intent' = ${piId})`)
  })
}
