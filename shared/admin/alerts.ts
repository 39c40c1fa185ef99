/** What the operator is alerted of by mail. */
export const ALERT_KINDS = [
  'ledger',
  'webhook-signature',
  'webhook-silent',
  'jobs',
  'mail',
  'dispute',
  'cards',
  'backup',
  'import',
  'space',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** What happens, in contrast to a condition that lasts: each occurrence is counted until the next mail. */
export type AlertSignal = Extract<AlertKind, 'webhook-signature' | 'dispute' | 'cards'>

/** At most one mail per kind in this time. */
export const ALERT_EVERY_MS = 60 * 60 * 1000
