/** Kinds of contact details, the most direct first. */
const channelKinds = ['email', 'telegram', 'meeting', 'linkedin', 'x', 'website'] as const
export type ChannelKind = (typeof channelKinds)[number]

export const channelLabels: Record<ChannelKind, string> = {
  email: 'Email',
  telegram: 'Telegram',
  meeting: 'Meeting link',
  linkedin: 'LinkedIn',
  x: 'X',
  website: 'Website',
}

/**
 * What an unlock reveals, the most direct first. Kinds of a later server are left out.
 *
 * @returns undefined where the server did not say: an earlier server, or an investor who is not for sale
 */
export const lockedChannels = ({ channels }: { channels?: readonly string[] | undefined }): ChannelKind[] | undefined =>
  channels && channelKinds.filter((kind) => channels.includes(kind))
