import { findUnlockRequest } from '#server/features/unlocks/requests.ts'
import type { ConversationStage } from '#shared/contacts/conversation.ts'
import type { VcId } from '#shared/ids.ts'
import type { ReplyChoice } from '#shared/replies/contract.ts'
import { unlock } from './contacts.ts'
import { type Cast, type Host, madeBy } from './people.ts'
import type { Scene } from './stage.ts'

type Replied = {
  day: number
  host: Host
  /** Days from the purchase to the reply. */
  after: number
  choice: ReplyChoice
  text: string
  stage: ConversationStage
}

/** Purchases of the sample's founder from investors of the platform: one reply of each kind. */
const replied: Replied[] = [
  {
    ...{ day: -58.4, host: 'lena', after: 0.3, choice: 'yes', stage: 'in-talks' },
    text: 'Mills are freight with a shorter road. Book half an hour, and bring what a late lorry costs you.',
  },
  {
    ...{ day: -45.7, host: 'mateo', after: 2.1, choice: 'not-now', stage: 'passed' },
    text: 'My six cheques of this year are written. Write to me in January.',
  },
  {
    ...{ day: -34.2, host: 'nadia', after: 1.4, choice: 'no-fit', stage: 'passed' },
    text: 'I only back hardware. The guild’s bank in Turin may be a better first call.',
  },
]

/** How investors of the platform reply to the sample's founder, to purchases and to the next call. */
export const replyScenes = (cast: Cast): Scene[] => {
  const { founder, investor, others } = cast
  const scenes = replied.flatMap(({ day, host, after, choice, text, stage: talk }): Scene[] => [
    {
      day,
      play: async (stage) => {
        const contactId = madeBy<VcId>(cast, host)
        await unlock(stage, cast, contactId)
        await stage.mutate(founder, 'contact.follow-up', { contactId, stage: talk })
      },
    },
    {
      day: day + after,
      play: async (stage) => {
        const request = await findUnlockRequest(stage.tx, founder.principalId, madeBy<VcId>(cast, host))
        await stage.mutate(others[host], 'request.reply', { requestId: request?.id ?? '', choice, text })
      },
    },
  ])
  const text = 'I have read the reserve table. Bring the churn by month.'
  const confirms: Scene = {
    day: -2.1,
    play: (stage) => stage.mutate(investor, 'call.reply', { bookingId: madeBy(cast, 'next'), text }),
  }
  return [...scenes, confirms]
}
