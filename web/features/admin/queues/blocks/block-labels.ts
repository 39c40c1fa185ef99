import type { Block, BlockKind } from '#shared/admin/blocks.ts'

export const blockLabels: Record<BlockKind, string> = {
  email: 'Email address',
  domain: 'Mail domain',
  network: 'IP address or range',
  card: 'Card',
}

/** A card has no name that a person knows: the start of its hash tells two apart. */
export const nameOf = ({ kind, value }: Pick<Block, 'kind' | 'value'>) => (kind === 'card' ? `card ${value}` : value)
