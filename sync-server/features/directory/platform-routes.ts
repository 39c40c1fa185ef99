import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Database } from '#server/db.ts'
import { jsonReply } from '#server/http/encoding.ts'
import { AskPlatform, PlatformRecord } from '#shared/directory/calls.ts'
import { listPlatformRecords } from './platform.ts'

/** The platform's own investors, for anybody. */
export const platformRoutes = ({ db }: { db: Database }) =>
  new Elysia({ name: 'platform', prefix: '/api' }).get(
    '/vcs',
    async ({ query, request }) => jsonReply(await listPlatformRecords(db, query), request),
    {
      query: AskPlatform,
      response: v.array(PlatformRecord),
    },
  )
