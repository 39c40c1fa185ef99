import { sql } from 'drizzle-orm'
import { bigint, customType, text, timestamp } from 'drizzle-orm/pg-core'
import type { AccountKind } from '#shared/ledger/account.ts'

/** A 64-bit transaction id; the driver returns it as decimal text. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/** Words for full text search. Written by `array_to_tsvector`: the server splits texts as a device does. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** Whole US cents. 64 bits, because listed prices exceed 32 bits. */
export const centsColumn = () => bigint({ mode: 'number' })

/** @param name  of the column, where it is not the property's name in snake case */
export const instant = <Name extends string = ''>(name?: Name) =>
  timestamp((name ?? '') as Name, { withTimezone: true, mode: 'date', precision: 3 })

export const createdAt = () => instant().notNull().defaultNow()
export const updatedAt = () => instant().notNull().defaultNow()

/** Stamped by a trigger on every insert and update by any writer; see the `triggers` migration. */
export const changedXid = () => xid8().notNull().default(sql`pg_current_xact_id()`)

/** The kind of the ledger account in the column `account`. The database computes it, so that nodes of any release write it. */
export const accountKind = () => text().$type<AccountKind>().notNull().generatedAlwaysAs(sql`split_part("account", ':', 1)`)

/** The listing or charity whose money the ledger account in the column `account` holds; null for accounts of the platform. */
export const accountOwner = () =>
  text().generatedAlwaysAs(sql`nullif(substr("account", length(split_part("account", ':', 1)) + 2), '')`)
