import type { ChannelKind } from './channels.ts'

/** The most direct first. */
const order: readonly ChannelKind[] = ['email', 'telegram', 'meeting', 'linkedin', 'x', 'website']

/**
 * What an unlock reveals, the most direct first. Kinds of a later server are left out.
 *
 * @returns undefined where the server did not say: an earlier server, or an investor who is not for sale
 */
export const lockedChannels = ({ channels }: { channels?: readonly string[] | undefined }): ChannelKind[] | undefined =>
  channels && order.filter((kind) => channels.includes(kind))
