import { CircleAlert, CloudOff, LogIn, type LucideIcon, RefreshCw, UploadCloud } from 'lucide-react'
import type { ReactNode } from 'react'

/** What the device knows about itself and the server; one is true at a time. */
export type StatusPillState =
  | { kind: 'connecting'; waiting: number }
  | { kind: 'ready' }
  | { kind: 'current' }
  | { kind: 'syncing'; done: number; total: number }
  /** ISO instant. */
  | { kind: 'offline'; since: string }
  | { kind: 'waiting'; count: number }
  | { kind: 'attention'; message: string }
  | { kind: 'sign-in' }

type Kind = StatusPillState['kind']
type Face<State> = { words: (state: State) => string; mark: ReactNode; tone: string; detail?: (state: State) => string }

const sign = (Icon: LucideIcon, motion = '') => <Icon className={`size-3.5 shrink-0 ${motion}`} aria-hidden="true" />
const dot = (look: string) => <span className={`size-1.5 rounded-full ${look}`} />
const hollow = 'border border-current'

/** Every state and what it says: the one place for the words. */
export const faces: { [Each in Kind]: Face<Extract<StatusPillState, { kind: Each }>> } = {
  connecting: {
    // How much waits is known without anybody's answer.
    words: ({ waiting }) => (waiting > 0 ? waitingWords(waiting) : 'Connecting…'),
    mark: dot(`${hollow} animate-pulse`),
    tone: 'text-soft',
  },
  ready: { words: () => 'Ready offline', mark: dot('bg-current'), tone: 'text-soft' },
  current: { words: () => 'Up to date', mark: dot(hollow), tone: 'text-soft' },
  syncing: {
    words: ({ done, total }) => `Syncing ${done} of ${total}`,
    mark: sign(RefreshCw, 'animate-spin'),
    tone: 'text-soft',
  },
  offline: { words: ({ since }) => `Offline since ${timeOf(since)}`, mark: sign(CloudOff), tone: 'text-ink' },
  waiting: { words: ({ count }) => waitingWords(count), mark: sign(UploadCloud), tone: 'text-ink' },
  attention: {
    words: () => 'Needs attention',
    detail: ({ message }) => message,
    mark: sign(CircleAlert),
    tone: 'text-red',
  },
  'sign-in': { words: () => 'Sign in again', mark: sign(LogIn), tone: 'text-red' },
}

function waitingWords(count: number) {
  return `${count} waiting`
}

type Props = {
  state: StatusPillState
  className?: string
  /** Puts the line into something, such as a link; around the whole pill it would take the words' own role from them. */
  wrap?: (line: ReactNode) => ReactNode
}

/** Says in one line how this device stands; what needs attention is told in full on hover and to screen readers. */
export function StatusPill({ state, className = '', wrap = (line) => line }: Props) {
  // The face stands under the state's own kind; TypeScript cannot see that through the union.
  const { words, mark, tone, detail } = faces[state.kind] as Face<StatusPillState>
  const told = detail?.(state)
  return (
    <span
      role="status"
      title={told}
      className={`inline-flex items-center text-xs font-medium whitespace-nowrap ${tone} ${className}`}
    >
      {wrap(
        <span className="inline-flex items-center gap-1.5">
          {mark}
          {words(state)}
          {told && <span className="sr-only">: {told}</span>}
        </span>,
      )}
    </span>
  )
}

/** The hour of an instant today, the day of an earlier one. */
function timeOf(instant: string): string {
  const at = new Date(instant)
  const isToday = at.toDateString() === new Date().toDateString()
  return isToday
    ? at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
}
