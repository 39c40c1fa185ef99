import { Link } from '@tanstack/react-router'
import { CircleAlert, CloudOff, LogIn, type LucideIcon, RefreshCw, UploadCloud } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSyncStatus } from '#web/sync/tab/use-sync-status.ts'

/** The sync status of the device. Exactly one state applies at a time. */
export type StatusPillState =
  | { kind: 'connecting'; waiting: number }
  | { kind: 'ready' }
  | { kind: 'current' }
  | { kind: 'syncing'; done: number; total: number }
  /** ISO instant. */
  | { kind: 'offline'; since: string; waiting: number }
  | { kind: 'waiting'; waiting: number }
  | { kind: 'attention'; message: string }
  | { kind: 'sign-in' }

type Kind = StatusPillState['kind']
type Face<State> = { words: (state: State) => string; mark: ReactNode; tone: string; detail?: (state: State) => string }

const sign = (Icon: LucideIcon, motion = '') => <Icon className={`size-3.5 shrink-0 ${motion}`} aria-hidden="true" />
const dot = (look: string) => <span className={`size-1.5 rounded-full ${look}`} />

const waitingLabel = ({ waiting }: { waiting: number }) => `${waiting} waiting`

/** Every state and its label: the only place that defines the labels. */
export const faces: { [Each in Kind]: Face<Extract<StatusPillState, { kind: Each }>> } = {
  connecting: {
    // The number of pending mutations is known without an answer from the server.
    words: (state) => (state.waiting ? waitingLabel(state) : 'Connecting…'),
    mark: dot('border border-current animate-pulse'),
    tone: 'text-soft',
  },
  ready: { words: () => 'Ready offline', mark: dot('bg-current'), tone: 'text-soft' },
  current: { words: () => 'Up to date', mark: dot('border border-current'), tone: 'text-soft' },
  syncing: {
    words: ({ done, total }) => `Syncing ${done} of ${total}`,
    mark: sign(RefreshCw, 'animate-spin'),
    tone: 'text-soft',
  },
  offline: {
    words: (state) => `Offline ${state.waiting ? `· ${waitingLabel(state)}` : `since ${timeOf(state.since)}`}`,
    mark: sign(CloudOff),
    tone: 'text-ink',
  },
  waiting: { words: waitingLabel, mark: sign(UploadCloud), tone: 'text-ink' },
  attention: {
    words: () => 'Needs attention',
    detail: ({ message }) => message,
    mark: sign(CircleAlert),
    tone: 'text-red',
  },
  'sign-in': { words: () => 'Sign in again', mark: sign(LogIn), tone: 'text-red' },
}

type Props = {
  state: StatusPillState
  className?: string
  /** Wraps the line in an element such as a link. Around the whole pill, that element would replace the role of the text. */
  wrap?: (line: ReactNode) => ReactNode
}

/**
 * Shows the sync status in one line. The details of a state that needs attention are in the tooltip and in the text for screen
 * readers.
 */
export function StatusPill({ state, className = '', wrap = (line) => line }: Props) {
  // The face is stored under the state's own kind; TypeScript cannot see that through the union.
  const { words, mark, tone, detail } = faces[state.kind] as Face<StatusPillState>
  const details = detail?.(state)
  return (
    <span
      role="status"
      title={details}
      className={`inline-flex items-center text-xs font-medium whitespace-nowrap ${tone} ${className}`}
    >
      {wrap(
        <span className="inline-flex items-center gap-1.5">
          {mark}
          {words(state)}
          {details && <span className="sr-only">: {details}</span>}
        </span>,
      )}
    </span>
  )
}

/**
 * The time of an instant today, the date of an earlier one: `14:05`, `3 Feb`. Not `toLocaleString`: its first call in a launch takes a
 * desktop 55 to 80 ms. The form of `toDateString` and `toTimeString` is that of the language itself.
 */
function timeOf(instant: string): string {
  const at = new Date(instant)
  const date = at.toDateString()
  if (date === new Date().toDateString()) return at.toTimeString().slice(0, 'HH:mm'.length)
  const [, month, day] = date.split(' ')
  return `${Number(day)} ${month}`
}

/** The sync status of this device, for every place in the shell. It links to the page of pending, rejected and sent mutations. */
export function SyncPill() {
  return (
    <StatusPill
      state={useSyncStatus()}
      className="h-full"
      wrap={(line) => (
        <Link to="/outbox" className="status-link">
          {line}
        </Link>
      )}
    />
  )
}
