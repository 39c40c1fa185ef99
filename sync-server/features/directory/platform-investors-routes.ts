import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Database } from '#server/database/client.ts'
import { chargeReply } from '#server/http/replies/reply-meter.ts'
import { AskPlatform, PlatformRecord } from '#shared/directory/api-contract.ts'
import { createPlatform } from './platform-investors-api.ts'

/** The platform's own investors, a public endpoint. */
export const platformRoutes = ({ db }: { db: Database }) => {
  const platform = createPlatform(db)
  return new Elysia({ name: 'platform', prefix: '/api' }).get(
    '/vcs',
    async ({ query, request }) => {
      const { answer, bytes } = await platform(query)
      chargeReply(request, bytes)
      return answer.reply(request, 'no-store')
    },
    {
      query: AskPlatform,
      response: v.array(PlatformRecord),
    },
  )
}
