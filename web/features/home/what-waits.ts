import type { User } from '#shared/accounts/contract.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'

/** Something that is not done yet, and where it goes on. */
export type Waiting = { key: string; title: string; note: string; to: string; needsPerson?: boolean }

/** A request for an introduction that the team works on. */
export type AskedIntro = { vcId: string; name: string; createdAt: string; isSent: boolean }

/** A contact whose next step is due. */
export type DueContact = { id: string; name: string; words: string }

export type WaitingInput = {
  user: Pick<User, 'email' | 'emailVerified' | 'pendingEmail'>
  unsent: { waiting: number; refused: number }
  isOffline: boolean
  due: DueContact[]
  processing: Pick<OrderEntry, 'id' | 'title'>[]
  intros: AskedIntro[]
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

/** What waits for the person, then what the person waits for. */
export function whatWaits({ user, unsent, isOffline, due, processing, intros }: WaitingInput): Waiting[] {
  const { waiting, refused } = unsent
  const items: Waiting[] = []
  if (refused > 0)
    items.push({
      key: 'refused',
      title: refused === 1 ? 'One change was not accepted' : `${refused} changes were not accepted`,
      note: 'Your words are kept. Decide what becomes of them.',
      to: '/outbox',
      needsPerson: true,
    })
  const unproven = user.pendingEmail ?? (user.emailVerified ? undefined : user.email)
  if (unproven)
    items.push({
      key: 'email',
      title: 'Confirm your e-mail address',
      note: `We sent a link to ${unproven}.`,
      to: '/settings',
      needsPerson: true,
    })
  for (const { id, name, words } of due)
    items.push({ key: `due:${id}`, title: `Write to ${name}`, note: words, to: `/contacts/${id}`, needsPerson: true })
  if (waiting > 0)
    items.push({
      key: 'unsent',
      title: waiting === 1 ? 'One change on this device' : `${waiting} changes on this device`,
      note: isOffline ? 'Sent as soon as you are online.' : 'On the way to the server.',
      to: '/outbox',
    })
  for (const { id, title } of processing)
    items.push({ key: id, title, note: 'Your bank is still processing the payment.', to: '/contacts' })
  for (const { vcId, name, createdAt, isSent } of intros)
    items.push({
      key: `intro:${vcId}`,
      title: `Introduction to ${name}`,
      note: isSent ? `Asked on ${day.format(new Date(createdAt))}. The team has it.` : 'Saved on this device, not sent yet.',
      to: `/vc/${vcId}`,
    })
  return items
}
