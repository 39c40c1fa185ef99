import type { SocialCard } from '#server/http/replies/page-head.ts'
import { type CardContent, SITE_CARD } from './content.ts'

/** The kinds of records that have a card. */
export const CARD_KINDS = ['vc', 'project', 'cold-scout', 'site'] as const
export type CardKind = (typeof CARD_KINDS)[number]

/** Increase it with each change of the drawing: caches keep a picture under its address. */
const DRAWING = 1

const HASH_LENGTH = 16

/** The name of a drawing: the same content always has the same one. */
export const hashOf = (content: CardContent): string =>
  new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([DRAWING, content]))
    .digest('hex')
    .slice(0, HASH_LENGTH)

/** The address of a card contains the hash of what it shows, so that a new card is a new address. */
export const cardPath = (kind: CardKind, id: string, content: CardContent): string =>
  `/cards/${kind}/${encodeURIComponent(id)}-${hashOf(content)}.png`

const FILE = new RegExp(`^(.{1,200})-([0-9a-f]{${HASH_LENGTH}})\\.png$`)

/** The id and the hash in the last part of an address; `undefined` for another address. */
export function readCardFile(file: string): { id: string; hash: string } | undefined {
  const [, id, hash] = FILE.exec(file) ?? []
  return id && hash ? { id, hash } : undefined
}

/** What a page's head says of its card. */
export const cardOf = (kind: CardKind, id: string, content: CardContent): SocialCard => ({
  path: cardPath(kind, id, content),
  alt: [content.name, content.about].filter(Boolean).join('. '),
})

export const SITE_ID = 'latchkey'

/** The card of every page that is not about one record. */
export const siteCard = cardOf('site', SITE_ID, SITE_CARD)
