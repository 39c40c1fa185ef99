import { sql } from 'drizzle-orm'
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** A 64-bit transaction id; the driver returns it as decimal text. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** Whole US cents. 64 bits, because listed prices exceed 32 bits. */
export const centsColumn = () => bigint({ mode: 'number' })

export const instant = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

export const createdAt = () => instant().notNull().defaultNow()
export const updatedAt = () => instant().notNull().defaultNow()

/** Stamped by a trigger on every insert and update by any writer; see the `triggers` migration. */
export const changedXid = () => xid8().notNull().default(sql`pg_current_xact_id()`)
