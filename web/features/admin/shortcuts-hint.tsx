import type { Queue } from './queues.ts'

export const WITHOUT_KEYS = [
  'search',
  'audit',
  'payouts',
  'ledger-checks',
  'accounting',
  'client-errors',
  'accounts',
  'blocks',
  'team',
  'company',
  'switches',
] as const satisfies Queue[]
type QueueWithoutKeys = (typeof WITHOUT_KEYS)[number]

export const hasKeys = (queue: Queue): queue is Exclude<Queue, QueueWithoutKeys> => !WITHOUT_KEYS.some((one) => one === queue)

const letters: Record<Exclude<Queue, QueueWithoutKeys>, [key: string, meaning: string][]> = {
  applications: [
    ['A', 'approves'],
    ['R', 'rejects'],
    ['V', 'revokes'],
  ],
  projects: [
    ['A', 'verifies'],
    ['R', 'rejects'],
    ['U', 'reviews again'],
  ],
  introductions: [
    ['F', 'marks as forwarded'],
    ['D', 'declines'],
  ],
  profiles: [
    ['A', 'approves'],
    ['D', 'declines'],
  ],
  refunds: [
    ['A', 'refunds'],
    ['D', 'declines'],
  ],
  disputes: [
    ['A', 'refunds'],
    ['D', 'dismisses'],
  ],
  tickets: [],
  imports: [],
  deliveries: [['R', 'retries']],
}

/** The keyboard shortcuts of the lists, on screens that are likely to have a keyboard. */
export function ShortcutsHint({ queue }: { queue: keyof typeof letters }) {
  const keys: [string, string][] = [['↑ ↓', 'from entry to entry'], ['Enter', 'opens one'], ...letters[queue]]
  return (
    <p className="hidden flex-wrap gap-x-5 gap-y-2 text-sm text-soft sm:flex">
      {keys.map(([key, meaning]) => (
        <span key={key}>
          <kbd className="mr-1 rounded-selector border border-edge px-1.5 py-0.5 font-sans text-xs text-ink">{key}</kbd> {meaning}
        </span>
      ))}
    </p>
  )
}
