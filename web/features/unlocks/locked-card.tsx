import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ChannelKind, channelLabels } from '#shared/contacts/channels.ts'
import { lockedChannels } from '#shared/contacts/locked-channels.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { Latch } from '#web/ui/latch-icon.tsx'
import { PublicSourceNote } from './public-source-note.tsx'

type Props = { investor: Investor; limit: ReactNode; action: ReactNode }

/** Sidebar of a verified investor that is not unlocked on this device. */
export function LockedCard({ investor, limit, action }: Props) {
  const { name, hasMeetingLink } = investor
  const channels = lockedChannels(investor)
  return (
    <section aria-labelledby="contact-card" className="rounded-box border border-rule bg-sheet p-6">
      <div className="flex items-start justify-between gap-3">
        <h2 id="contact-card" className="text-[1.375rem]">
          Contact Information Locked
        </h2>
        <Latch isOpen={false} className="h-8 shrink-0" />
      </div>
      {channels && <LockedChannels channels={channels} />}
      <p className="my-5 text-sm text-soft">
        {channels?.length === 0 ? (
          'No contact details on file yet, so there is nothing to unlock.'
        ) : (
          <>
            Pay once and write to <bdi>{name}</bdi> directly{hasMeetingLink ? ', or book a call with the meeting link' : ''}.
            Yours to keep, also offline.
          </>
        )}
      </p>
      <PublicSourceNote investor={investor} className="mb-5" />
      {action}
      <div className="mt-3 flex justify-center empty:hidden">{limit}</div>
    </section>
  )
}

/** One line for each kind of contact details that the unlock reveals. */
function LockedChannels({ channels }: { channels: ChannelKind[] }) {
  if (channels.length === 0) return null
  return (
    <ul aria-label="Included in the unlock" className="mt-5 border-y border-rule text-sm">
      {channels.map((kind) => (
        <li key={kind} className="flex items-center justify-between gap-4 border-b border-rule py-2.5 last:border-0">
          {channelLabels[kind]}
          <Lock className="size-3.5 text-soft" aria-hidden="true" />
        </li>
      ))}
    </ul>
  )
}
