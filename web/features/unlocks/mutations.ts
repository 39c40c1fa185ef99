import type { RequestIntro } from '#shared/unlocks/intro.ts'
import { enqueue } from '#web/sync/current.ts'
import type { ClientMutator } from '#web/sync/mutators.ts'

/** Asks the team for an introduction; resolves once the wish is safe on this device. */
export const requestIntro = (args: RequestIntro) => enqueue('intro.request', args)

/** No document shows a request for an introduction: its entry in the outbox is all there is to see. */
export const showIntroRequest: ClientMutator<RequestIntro> = async () => undefined
