import { Elysia } from 'elysia'
import { createIdentity } from '#server/features/accounts/sessions/identity.ts'
import { accountSource } from '#server/features/accounts/sync-source.ts'
import { contactMutators } from '#server/features/contacts/mutators.ts'
import { noteSource, savedSource } from '#server/features/contacts/sync-source.ts'
import { projectMutators } from '#server/features/projects/mutators.ts'
import { voteSource } from '#server/features/projects/vote-source.ts'
import { withContracts } from '#server/http/contracts.ts'
import { errorHandler } from '#server/http/error-handler.ts'
import { createLog } from '#server/log.ts'
import { createMetrics } from '#server/observe/metrics.ts'
import { createPrivateLane } from '#server/sync/private/private-lane.ts'
import type { PrivateSources } from '#server/sync/private/private-source.ts'
import { privateRoutes } from '#server/sync/private/routes.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import type { ClientId, MutationId } from '#shared/ids.ts'
import { privateCollections } from '#shared/sync/collections.ts'
import { mutationArgs } from '#shared/sync/mutations.ts'
import type { Mutation } from '#shared/sync/push-request.ts'
import { atEnd } from '#tests/support/database/at-end.ts'
import type { TestDatabase } from '#tests/support/database/postgres.ts'
import { createClient } from './client.ts'
import { FIXED_KEYS } from './vault.ts'

/** Replacements for the features that sell contacts. */
export type Doubles = { held: Set<string>; intro: Mutators['intro.request']; beforeNotes?: (() => Promise<void>) | undefined }

/** The private lane as one node serves it: real notes and saved investors, contacts without a purchase. */
export function startPrivateNode({ db }: TestDatabase, doubles: Doubles) {
  const now = () => new Date()
  const log = createLog('silent')
  const limit = async () => undefined
  const env = { ADMIN_EMAILS: [], adminsNeedTwoFactor: false }
  const identity = createIdentity({ db, now, env, limit, trustedProxies: 0, keyring: FIXED_KEYS })
  const nothing = Object.fromEntries(privateCollections.map((collection) => [collection, async () => []]))
  const sources = {
    ...nothing,
    account: accountSource([]),
    notes: async (...args: Parameters<typeof noteSource>) => {
      await doubles.beforeNotes?.()
      return noteSource(...args)
    },
    saved: savedSource,
    votes: voteSource,
  } as unknown as PrivateSources
  const silent = Object.fromEntries(Object.keys(mutationArgs).map((name) => [name, async () => undefined])) as unknown as Mutators
  const mutators: Mutators = {
    ...silent,
    ...contactMutators(async (_, __, vcId) => doubles.held.has(vcId)),
    'intro.request': (context, args, base) => doubles.intro(context, args, base),
    ...projectMutators(() => limit),
  }
  const lane = createPrivateLane({ db, sources })
  const app = new Elysia()
    .use(errorHandler(log))
    .use(
      withContracts(
        privateRoutes({
          db,
          log,
          now,
          lane,
          mutators,
          identity,
          keyring: FIXED_KEYS,
          limit,
          trustedProxies: 0,
          metrics: createMetrics(),
        }),
      ),
    )
    .listen({ port: 0, hostname: '127.0.0.1' })
  atEnd(async () => app.stop(true))
  return { visitor: () => createClient(`http://127.0.0.1:${app.server?.port}`) }
}

export const newMutationId = () => Bun.randomUUIDv7() as MutationId
export const newClientId = () => crypto.randomUUID() as ClientId

export const note = (contactId: string, text: string, id = newMutationId()): Mutation => ({
  id,
  name: 'contact.note',
  args: { contactId, text },
  madeAt: new Date().toISOString(),
})

export const save = (vcId: string, isSaved = true, id = newMutationId()): Mutation => ({
  id,
  name: 'investor.save',
  args: { vcId, isSaved },
  madeAt: new Date().toISOString(),
})
