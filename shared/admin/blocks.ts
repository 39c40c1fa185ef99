import * as v from 'valibot'
import { Email } from '#shared/accounts/contract.ts'
import { Reason } from './customer-decisions.ts'

/** What an admin types. A mail domain includes its subdomains. A network is an address or a range. */
export const TYPED_BLOCK_KINDS = ['email', 'domain', 'network'] as const
type TypedBlockKind = (typeof TYPED_BLOCK_KINDS)[number]

/** A card is blocked from an order that it paid: no admin knows its fingerprint. */
export const BLOCK_KINDS = [...TYPED_BLOCK_KINDS, 'card'] as const
export const BlockKind = v.picklist(BLOCK_KINDS)
export type BlockKind = v.InferOutput<typeof BlockKind>

const DAY_MS = 24 * 60 * 60 * 1000

/** Days until a block ends, unless the admin chooses another end. */
export const DEFAULT_BLOCK_DAYS = 30

/** Entries that ended are kept this long, then deleted. */
export const KEPT_AFTER_END_MS = 90 * DAY_MS

/** Entries of one list, those in force first. */
export const MAX_BLOCKS_LISTED = 200

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** The smallest and the largest prefix. Addresses of IPv6 are known by their /64 only: one subscriber chooses the other half. */
const PREFIXES = { 4: [8, 32], 6: [16, 64] } as const

/**
 * An address or range as `address/prefix`; `undefined` for other texts, and for ranges that are too wide. An IPv6 address stands
 * for its /64.
 */
export function networkOf(text: string): string | undefined {
  const [address = '', prefix, ...others] = text.trim().toLowerCase().split('/')
  const version = v.is(v.pipe(v.string(), v.ipv4()), address) ? 4 : v.is(v.pipe(v.string(), v.ipv6()), address) ? 6 : undefined
  // Loopback, and IPv4 addresses in the notation of IPv6, which are known by their IPv4 address.
  if (version === undefined || others.length > 0 || address.startsWith('::')) return undefined
  const [least, most] = PREFIXES[version]
  if (prefix === undefined) return `${address}/${most}`
  if (!/^\d{1,3}$/.test(prefix)) return undefined
  const length = Number(prefix)
  if (length < least || length > (version === 4 ? 32 : 128)) return undefined
  return `${address}/${Math.min(length, most)}`
}

/** The text of an entry in its stored form; `undefined` when it is none of this kind. */
export function blockedValue(kind: TypedBlockKind, text: string): string | undefined {
  const value = text.trim().toLowerCase()
  if (kind === 'network') return networkOf(value)
  if (kind === 'domain') return DOMAIN.test(value.replace(/^@/, '')) ? value.replace(/^@/, '') : undefined
  const email = v.safeParse(Email, value)
  return email.success ? email.output : undefined
}

/** The mail domain of an address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** `GET /api/admin/blocks`, and the reply to a change. */
export const Block = v.object({
  id: v.string(),
  kind: BlockKind,
  /** A card is shown by the start of its keyed hash. */
  value: v.string(),
  reason: v.string(),
  /** Null when the account of the admin was deleted. */
  creator: v.nullable(v.string()),
  createdAt: v.string(),
  /** Null: until it is ended. */
  endsAt: v.nullable(v.string()),
  isInForce: v.boolean(),
  /** Refused requests. Those that a device had kept for later are not counted. */
  hits: v.number(),
  lastHitAt: v.nullable(v.string()),
})
export type Block = v.InferOutput<typeof Block>
export const Blocks = v.object({
  blocks: v.array(Block),
  /** Hits of all stored entries by kind. A node of the last release does not send them. */
  hits: v.optional(v.record(v.string(), v.number())),
})
export type Blocks = v.InferOutput<typeof Blocks>

/** Null for a block without an end. */
const Days = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365)))

/** `POST /api/admin/orders/{id}/block-card`. */
export const BlockCard = v.object({ reason: Reason, days: Days })
export type BlockCard = v.InferOutput<typeof BlockCard>

/** `POST /api/admin/blocks`. */
export const AddBlock = v.pipe(
  v.object({
    kind: v.picklist(TYPED_BLOCK_KINDS),
    value: v.pipe(v.string(), v.maxLength(254, 'Please use at most 254 characters.')),
    reason: Reason,
    days: Days,
  }),
  v.forward(
    v.check(
      ({ kind, value }) => blockedValue(kind, value) !== undefined,
      'Enter a valid address, mail domain, IP address or range (IPv4 from /8, IPv6 from /16).',
    ),
    ['value'],
  ),
)
export type AddBlock = v.InferOutput<typeof AddBlock>

/** `POST /api/admin/blocks/{id}/end`. */
export const EndBlock = v.object({ reason: Reason })
export type EndBlock = v.InferOutput<typeof EndBlock>

export const endOf = (days: number | null, now: Date): Date | null =>
  days === null ? null : new Date(now.getTime() + days * DAY_MS)
