import { CircleAlert, CloudOff, LogIn, RefreshCw, UploadCloud } from 'lucide-react'
import type { ReactNode } from 'react'

/** What the device knows about itself and the server; one is true at a time. */
export type StatusPillState =
  | { kind: 'ready' }
  | { kind: 'syncing'; done: number; total: number }
  /** ISO instant. */
  | { kind: 'offline'; since: string }
  | { kind: 'waiting'; count: number }
  | { kind: 'attention'; message: string }
  | { kind: 'sign-in' }

const icon = 'size-3.5 shrink-0'

type Props = {
  state: StatusPillState
  className?: string
  /** Puts the line into something, such as a link; around the whole pill it would take the words' own role from them. */
  wrap?: (line: ReactNode) => ReactNode
}

/** Says in one line how this device stands; what needs attention is told in full on hover and to screen readers. */
export function StatusPill({ state, className = '', wrap = (line) => line }: Props) {
  const { mark, text, tone, detail } = describe(state)
  return (
    <span
      role="status"
      title={detail}
      className={`inline-flex items-center text-xs font-medium whitespace-nowrap ${tone} ${className}`}
    >
      {wrap(
        <span className="inline-flex items-center gap-1.5">
          {mark}
          {text}
          {detail && <span className="sr-only">: {detail}</span>}
        </span>,
      )}
    </span>
  )
}

function describe(state: StatusPillState): { mark: ReactNode; text: string; tone: string; detail?: string } {
  switch (state.kind) {
    case 'ready':
      return { mark: <span className="size-1.5 rounded-full bg-current" />, text: 'Ready offline', tone: 'text-soft' }
    case 'syncing':
      return {
        mark: <RefreshCw className={`${icon} animate-spin`} aria-hidden="true" />,
        text: `Syncing ${state.done} of ${state.total}`,
        tone: 'text-soft',
      }
    case 'offline':
      return {
        mark: <CloudOff className={icon} aria-hidden="true" />,
        text: `Offline since ${timeOf(state.since)}`,
        tone: 'text-ink',
      }
    case 'waiting':
      return { mark: <UploadCloud className={icon} aria-hidden="true" />, text: `${state.count} waiting`, tone: 'text-ink' }
    case 'attention':
      return {
        mark: <CircleAlert className={icon} aria-hidden="true" />,
        text: 'Needs attention',
        tone: 'text-red',
        detail: state.message,
      }
    case 'sign-in':
      return { mark: <LogIn className={icon} aria-hidden="true" />, text: 'Sign in again', tone: 'text-red' }
  }
}

/** The hour of an instant today, the day of an earlier one. */
function timeOf(instant: string): string {
  const at = new Date(instant)
  const isToday = at.toDateString() === new Date().toDateString()
  return isToday
    ? at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
}
