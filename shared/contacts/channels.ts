export const channelLabels = {
  email: 'Email',
  telegram: 'Telegram',
  meeting: 'Meeting link',
  linkedin: 'LinkedIn',
  x: 'X',
  website: 'Website',
}

/** A kind of contact details. */
export type ChannelKind = keyof typeof channelLabels
