import { introStands, type RequestIntro } from '#shared/unlocks/intro.ts'
import { requestEntryId } from '#shared/unlocks/requests.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/enqueue.ts'

/** Asks the team for an introduction; resolves once the wish is safe on this device. */
export const requestIntro = (args: RequestIntro) => enqueue('intro.request', args)

/** The request lies with the person's history at once; asking again adds words to it, as the server does. */
export const showIntroRequest: ClientMutator<RequestIntro> = async (db, { vcId, message }, madeAt) => {
  const id = requestEntryId('intro', vcId)
  const standing = await db.requests.get(id)
  const stands = standing && introStands(standing.createdAt, Date.parse(madeAt))
  await db.requests.put({
    id,
    vcId,
    vcName: standing?.vcName ?? null,
    requestType: 'intro',
    message: message || (stands ? standing.message : null),
    answer: (stands && standing.answer) || 'new',
    answerNote: (stands && standing.answerNote) || null,
    createdAt: stands ? standing.createdAt : madeAt,
    version: OPTIMISTIC,
  })
}
