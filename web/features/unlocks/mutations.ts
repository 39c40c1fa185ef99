import { isIntroActive, type RequestIntro } from '#shared/unlocks/intro.ts'
import { requestEntryId } from '#shared/unlocks/requests.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/** Requests an introduction by the team; resolves once the mutation is stored on this device. */
export const requestIntro = (args: RequestIntro) => enqueue('intro.request', args)

/** The request is shown in the user's history immediately. A repeated request appends its message, as the server does. */
export const showIntroRequest: ClientMutator<RequestIntro> = async (db, { vcId, message }, madeAt) => {
  const id = requestEntryId('intro', vcId)
  const previous = await db.requests.get(id)
  const isOpen = previous && isIntroActive(previous.createdAt, Date.parse(madeAt))
  await db.requests.put({
    id,
    vcId,
    vcName: previous?.vcName ?? null,
    requestType: 'intro',
    message: message || (isOpen ? previous.message : null),
    answer: (isOpen && previous.answer) || 'new',
    answerNote: (isOpen && previous.answerNote) || null,
    createdAt: isOpen ? previous.createdAt : madeAt,
    version: OPTIMISTIC,
  })
}
