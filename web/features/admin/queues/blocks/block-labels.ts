import type { BlockKind } from '#shared/admin/blocks.ts'

export const blockLabels: Record<BlockKind, string> = {
  email: 'Email address',
  domain: 'Mail domain',
  network: 'IP address or range',
}
