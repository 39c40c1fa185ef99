import type { User } from '#shared/accounts/contract.ts'
import { REVIEW_TIME } from '#shared/admin/sla.ts'
import type { ListingStatus } from '#shared/listings/status.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import { formatDay, formatWeekdayTime } from '#web/ui/dates.ts'

/** An unfinished item, with a link to the page where it continues. */
export type TodoItem = { key: string; title: string; note: string; to?: string; needsPerson?: boolean }

/** A request for an introduction that is with the team. */
export type AskedIntro = { vcId: string; name: string; createdAt: string; isSent: boolean; isForwarded: boolean }

/** A contact whose next step is due. */
export type DueContact = { id: string; name: string; words: string }

/** Founders who wait for this investor's reply: the latest of them, how many there are, and how many of them have paid. */
export type AwaitedReplies = { name: string; count: number; paid: number }

/** An upcoming call, with the other participant and the time. */
export type ComingCall = { id: string; name: string; start: string }

export type WaitingInput = {
  user: Pick<User, 'email' | 'emailVerified' | 'pendingEmail'>
  unsent: { waiting: number; refused: number }
  isOffline: boolean
  project: { isPublished: boolean; canPutBack?: boolean; clashCount: number; reviewReason?: string | null } | null
  listing: { id: string; standing: ListingStatus; reviewReason: string | null; lacksCallLink?: boolean } | null
  due: DueContact[]
  awaited: AwaitedReplies | null
  calls: ComingCall[]
  processing: Pick<OrderEntry, 'id' | 'title'>[]
  intros: AskedIntro[]
}

/** Items that wait for the user first, then items that the user waits for. */
export function todoItems(input: WaitingInput): TodoItem[] {
  const all = [...forPerson(input), ...onItsWay(input)]
  return [...all.filter(({ needsPerson }) => needsPerson), ...all.filter(({ needsPerson }) => !needsPerson)]
}

function forPerson({ user, unsent: { refused }, project, listing, due, awaited }: WaitingInput): TodoItem[] {
  const unverifiedEmail = user.pendingEmail ?? (user.emailVerified ? undefined : user.email)
  return [
    refused > 0 && {
      key: 'refused',
      title: refused === 1 ? 'One change was not accepted' : `${refused} changes were not accepted`,
      note: 'Your text is saved on this device.',
      to: '/outbox',
      needsPerson: true,
    },
    project &&
      project.clashCount > 0 && {
        key: 'clash',
        title: 'Two versions of your project',
        note: 'Two devices changed the same text. Choose which version to keep.',
        to: '/project-setup',
        needsPerson: true,
      },
    unverifiedEmail && {
      key: 'email',
      title: 'Confirm your email address',
      note: `We sent a link to ${unverifiedEmail}.`,
      to: '/settings',
      needsPerson: true,
    },
    listing && ofListing(listing),
    awaited && ofAwaited(awaited),
    ...due.map(({ id, name, words }) => ({
      key: `due:${id}`,
      title: `Write to ${name}`,
      note: words,
      to: `/contacts/${id}`,
      needsPerson: true,
    })),
    project &&
      !project.isPublished && {
        key: 'draft',
        ...ofUnpublished(project),
        to: '/project-setup',
      },
  ].filter((item) => typeof item === 'object' && item !== null)
}

function ofAwaited({ name, count, paid }: AwaitedReplies): TodoItem {
  const buyers = paid === count ? 'Paid for your contact.' : `${paid} paid for your contact.`
  return {
    key: 'awaited',
    title: count === 1 ? `Reply to ${name}` : `Reply to ${count} founders`,
    note: paid > 0 ? buyers : 'Requested through our team.',
    to: '/profile?tab=activity',
    needsPerson: paid > 0,
  }
}

function ofUnpublished({ reviewReason, canPutBack }: NonNullable<WaitingInput['project']>) {
  if (reviewReason) return { title: 'Your project is offline', note: reviewReason }
  if (canPutBack) return { title: 'Your project is off the marketplace', note: 'You took it off. Putting it back is free.' }
  return { title: 'Your project is a draft', note: 'It is not public until you publish it.' }
}

function ofListing({ id, standing, reviewReason, lacksCallLink }: NonNullable<WaitingInput['listing']>): TodoItem | null {
  const at = { key: `listing:${id}`, to: '/profile?tab=investor' }
  if (standing === 'under-review')
    return {
      ...at,
      title: 'Your profile is under review',
      note: reviewReason ?? `Approval takes ${REVIEW_TIME}. You are notified by email.`,
    }
  if (standing === 'rejected')
    return {
      ...at,
      title: 'Your application was not approved',
      note: reviewReason ?? 'You can edit it and apply again.',
      needsPerson: true,
    }
  if (standing === 'revoked')
    return {
      ...at,
      title: 'Your verification was revoked',
      note: reviewReason ?? 'Contact support if this is a mistake.',
      needsPerson: true,
    }
  if (standing === 'live' && lacksCallLink)
    return {
      key: `call-link:${id}`,
      to: `/edit-listing/${id}`,
      title: 'Add a video link for your calls',
      note: 'Founders can book you, and your meeting link is a scheduling page.',
      needsPerson: true,
    }
  return null
}

function onItsWay({ unsent: { waiting }, isOffline, calls, processing, intros }: WaitingInput): TodoItem[] {
  const unsent: TodoItem = {
    key: 'unsent',
    title: waiting === 1 ? 'One change on this device' : `${waiting} changes on this device`,
    note: isOffline ? 'Sends when you are online.' : 'Sending…',
    to: '/outbox',
  }
  return [
    ...calls.map(({ id, name, start }) => ({
      key: id,
      title: `Call with ${name}`,
      note: formatWeekdayTime(start),
      to: '/calls',
    })),
    ...(waiting > 0 ? [unsent] : []),
    ...processing.map(({ id, title }) => ({
      key: id,
      title,
      note: 'Your bank is still processing the payment.',
      to: '/contacts',
    })),
    ...intros.map(({ vcId, name, ...intro }) => ({
      key: `intro:${vcId}`,
      title: `Introduction to ${name}`,
      note: introNote(intro),
      to: `/vc/${vcId}`,
    })),
  ]
}

function introNote({ createdAt, isSent, isForwarded }: Omit<AskedIntro, 'vcId' | 'name'>): string {
  if (!isSent) return 'Saved on this device, not sent yet.'
  return isForwarded ? 'We contacted them.' : `Requested on ${formatDay(createdAt)}. Our team is on it.`
}
