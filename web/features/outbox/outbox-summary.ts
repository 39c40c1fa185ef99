import type { SyncStatus } from '#web/sync/tab/use-sync-status.ts'

/** The sync status of the device, as the heading of the page shows it. */
export type OutboxSummary = { title: string; text: string; action?: 'try-now' | 'sign-in' | 'reload' }

/** `putOff`: how many of the pending mutations the server has deferred. */
export type Counts = { waiting: number; putOff: number; refused: number }

const changes = (count: number) => (count === 1 ? 'One change' : `${count} changes`)

export function outboxSummary(status: SyncStatus, { waiting, putOff, refused }: Counts): OutboxSummary {
  if (status.kind === 'sign-in')
    return {
      title: 'Sign in again',
      text: 'Your session has ended. Everything here is kept, and sent once you are signed in.',
      action: 'sign-in',
    }
  // The update bar offers the update; a plain reload might load the same build again.
  if (status.kind === 'attention' && status.code === 'sync.protocol-too-old')
    return { title: 'Waits for the update', text: 'What you wrote is kept here, and is sent once the app is up to date.' }
  if (status.kind === 'attention' && refused === 0) return { title: 'Needs attention', text: status.message, action: 'reload' }
  if (refused > 0)
    return {
      title: 'Needs attention',
      text: `${changes(refused)} ${refused === 1 ? 'was' : 'were'} not accepted. Your words are kept until you decide; whatever stands behind goes on.`,
    }
  if (status.kind === 'offline')
    return {
      title: waiting > 0 ? `${changes(waiting)} on this device` : 'Offline',
      text:
        waiting > 0
          ? 'Safe here, and sent as soon as there is a connection.'
          : 'Nothing waits. What you write is kept here until there is a connection.',
      action: 'try-now',
    }
  if (status.kind === 'syncing')
    return {
      title: `Syncing ${status.done} of ${status.total}`,
      text: 'The directory is coming onto this device. What you write goes first.',
    }
  if (status.kind === 'connecting' && waiting > 0)
    return { title: `${changes(waiting)} on this device`, text: 'Safe here. The server has not answered yet.' }
  if (waiting > 0 && waiting === putOff)
    return {
      title: `${changes(waiting)} put off`,
      text: 'The server asked for patience. It is asked again without you.',
      action: 'try-now',
    }
  if (waiting > 0) return { title: `${changes(waiting)} on the way`, text: 'Being sent to the server now.', action: 'try-now' }
  return { title: 'Everything is sent', text: `The server has all you wrote${AND_THIS_DEVICE[status.kind] ?? '.'}` }
}

/** Additional facts about the device. */
const AND_THIS_DEVICE: { [Kind in SyncStatus['kind']]?: string } = {
  ready: ', and this device is ready to go offline.',
  current: '. The app itself is not kept on this device yet, so it opens with a connection only.',
  connecting: '. Whether it can be reached now is not known yet.',
}
