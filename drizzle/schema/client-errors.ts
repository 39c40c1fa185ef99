import { date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { type Browser, CLIENT_ERROR_KINDS, type Frame } from '#shared/client-errors/contract.ts'
import { instant } from './columns.ts'

/** Errors of the app on devices, counted per place in the code, build and day, with no data about the users. */
export const clientErrors = pgTable(
  'client_errors',
  {
    /** Hash of the kind, the class, the code, the route and the first lines of the stack. */
    fingerprint: text().notNull(),
    /** The first script of the page, which the build named for its content. */
    build: text().notNull(),
    /** In UTC. */
    day: date({ mode: 'string' }).notNull(),
    kind: text({ enum: CLIENT_ERROR_KINDS }).notNull(),
    name: text().notNull(),
    code: integer(),
    route: text().notNull(),
    frames: jsonb().$type<Frame[]>().notNull(),
    browsers: text().array().$type<Browser[]>().notNull(),
    count: integer().notNull(),
    offlineCount: integer().notNull(),
    firstSeenAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.fingerprint, t.build, t.day] }), index('client_errors_day').on(t.day)],
)
