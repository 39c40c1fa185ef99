import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { sandboxObjects, sandboxRequests } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { SandboxKind, SandboxObjects } from './objects.ts'

export async function findObject<Kind extends SandboxKind>(db: Queryable, kind: Kind, id: string) {
  const [row] = await db.select().from(sandboxObjects).where(isObject(kind, id))
  return row?.body as SandboxObjects[Kind] | undefined
}

/** An object of any kind with that id. */
export async function findAny(db: Queryable, id: string) {
  const [row] = await db.select().from(sandboxObjects).where(eq(sandboxObjects.id, id))
  return row?.body
}

/** The object, locked until the end of this transaction. */
export async function lockObject<Kind extends SandboxKind>(tx: Transaction, kind: Kind, id: string) {
  const [row] = await tx.select().from(sandboxObjects).where(isObject(kind, id)).for('update')
  return row?.body as SandboxObjects[Kind] | undefined
}

const isObject = (kind: SandboxKind, id: string) => and(eq(sandboxObjects.id, id), eq(sandboxObjects.type, kind))

export async function saveObject<Kind extends SandboxKind>(tx: Transaction, object: SandboxObjects[Kind]) {
  const body = { ...object }
  await tx
    .insert(sandboxObjects)
    .values({ id: object.id, type: object.object, body })
    .onConflictDoUpdate({ target: sandboxObjects.id, set: { body } })
  return object
}

export type ListOptions = {
  limit: number
  /** The id after which the page begins; ids of one kind sort by creation time. */
  startingAfter?: string | undefined
  /** Fields of the object that must be equal to these values. */
  where?: Record<string, string>
  createdSince?: number | undefined
  /** Only events of these types; all when it is empty. */
  types?: string[]
  /** Only events that no webhook has delivered. */
  isUndelivered?: boolean
}

/** Newest first, as Stripe lists. */
export async function listObjects<Kind extends SandboxKind>(db: Queryable, kind: Kind, options: ListOptions) {
  const conditions: (SQL | undefined)[] = [
    eq(sandboxObjects.type, kind),
    options.startingAfter === undefined ? undefined : lt(sandboxObjects.id, options.startingAfter),
    options.createdSince === undefined ? undefined : sql`(${sandboxObjects.body}->>'created')::bigint >= ${options.createdSince}`,
    options.types?.length
      ? sql`${sandboxObjects.body}->>'type' in (select jsonb_array_elements_text(${JSON.stringify(options.types)}::jsonb))`
      : undefined,
    options.isUndelivered
      ? sql`${sandboxObjects.id} in (select event_id from sandbox_deliveries where not is_delivered)`
      : undefined,
    ...Object.entries(options.where ?? {}).map(([field, value]) => sql`${sandboxObjects.body}->>${field} = ${value}`),
  ]
  const rows = await db
    .select()
    .from(sandboxObjects)
    .where(and(...conditions))
    .orderBy(desc(sandboxObjects.id))
    .limit(options.limit + 1)
  return {
    object: 'list',
    data: rows.slice(0, options.limit).map((row) => row.body as SandboxObjects[Kind]),
    has_more: rows.length > options.limit,
  }
}

/** Serialises calls with the same idempotency key. */
export async function lockKey(tx: Transaction, key: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox:${key}`}, 0))`)
}

export async function findRequest(db: Queryable, idempotencyKey: string) {
  const [row] = await db.select().from(sandboxRequests).where(eq(sandboxRequests.idempotencyKey, idempotencyKey))
  return row
}

export async function insertRequest(tx: Transaction, request: typeof sandboxRequests.$inferInsert) {
  await tx.insert(sandboxRequests).values(request)
}
