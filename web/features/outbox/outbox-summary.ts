import type { SyncStatus } from '#web/sync/tab/use-sync-status.ts'

/** The sync status of the device, as the heading of the page shows it. */
export type OutboxSummary = { title: string; text: string; action?: 'try-now' | 'sign-in' | 'reload' }

/** `putOff`: how many of the pending mutations the server has deferred. `photos`: how many are on this device only. */
export type Counts = { waiting: number; putOff: number; refused: number; photos: number }

const photosHere = (count: number) => `${count === 1 ? 'One photo' : `${count} photos`} on this device`
const changes = (count: number) => (count === 1 ? 'One change' : `${count} changes`)

export function outboxSummary(status: SyncStatus, { waiting, putOff, refused, photos }: Counts): OutboxSummary {
  if (status.kind === 'sign-in')
    return {
      title: 'Sign in again',
      text: 'Your session has ended. Changes are saved and sent when you sign in.',
      action: 'sign-in',
    }
  // The update bar offers the update; a plain reload might load the same build again.
  if (status.kind === 'attention' && status.code === 'sync.protocol-too-old')
    return { title: 'Update required', text: 'Changes are saved and sent after the update.' }
  if (status.kind === 'attention' && refused === 0) return { title: 'Needs attention', text: status.message, action: 'reload' }
  if (refused > 0)
    return {
      title: 'Needs attention',
      text: `${changes(refused)} ${refused === 1 ? 'was' : 'were'} not accepted. Your text is saved until you decide. Other changes continue to sync.`,
    }
  if (status.kind === 'offline' && waiting === 0 && photos > 0)
    return { title: photosHere(photos), text: 'Saved here. Uploads when you reconnect.', action: 'try-now' }
  if (status.kind === 'offline')
    return {
      title: waiting > 0 ? `${changes(waiting)} on this device` : 'Offline',
      text:
        waiting > 0
          ? 'Saved here. Sends when you reconnect.'
          : 'Nothing to send. New changes are saved here until you reconnect.',
      action: 'try-now',
    }
  if (status.kind === 'syncing')
    return {
      title: `Syncing ${status.done} of ${status.total}`,
      text: 'Downloading the directory. Your changes are sent first.',
    }
  if (status.kind === 'connecting' && waiting > 0)
    return { title: `${changes(waiting)} on this device`, text: 'Saved here. The server hasn’t responded yet.' }
  if (waiting > 0 && waiting === putOff)
    return {
      title: `${changes(waiting)} delayed`,
      text: 'Server busy. Retrying automatically.',
      action: 'try-now',
    }
  if (waiting > 0)
    return {
      title: `Sending ${waiting === 1 ? 'one change' : `${waiting} changes`}`,
      text: 'Sending to the server…',
      action: 'try-now',
    }
  if (photos > 0) return { title: photosHere(photos), text: 'Your other changes are synced.' }
  return { title: 'All synced', text: `All changes synced${AND_THIS_DEVICE[status.kind] ?? '.'}` }
}

/** Additional facts about the device. */
const AND_THIS_DEVICE: { [Kind in SyncStatus['kind']]?: string } = {
  ready: ', and this device is ready to go offline.',
  current: '. The app is not stored on this device yet, so it needs a connection to open.',
  connecting: '. Checking the connection…',
}
