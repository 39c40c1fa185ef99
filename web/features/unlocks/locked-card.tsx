import type { ReactNode } from 'react'
import { Latch } from '#web/ui/latch-icon.tsx'

type Props = { name: string; hasMeetingLink: boolean; limit: ReactNode; action: ReactNode }

/** Sidebar of a verified investor that is not unlocked on this device. */
export function LockedCard({ name, hasMeetingLink, limit, action }: Props) {
  return (
    <section aria-labelledby="contact-card" className="rounded-box border border-rule bg-sheet p-6">
      <div className="flex items-start justify-between gap-3">
        <h2 id="contact-card" className="text-[1.375rem]">
          Contact Information Locked
        </h2>
        <Latch isOpen={false} className="h-8 shrink-0" />
      </div>
      <div aria-hidden="true" className="my-5 border-y border-rule text-sm select-none">
        {['Email', 'Telegram', hasMeetingLink ? 'Meeting link' : 'Profiles'].map((line) => (
          <div key={line} className="flex items-center justify-between gap-4 border-b border-rule py-2.5 last:border-0">
            <span className="text-soft">{line}</span>
            <span className="h-2 w-28 rounded-full bg-rule" />
          </div>
        ))}
      </div>
      <p className="mb-5 text-sm text-soft">
        Pay once and write to <bdi>{name}</bdi> directly{hasMeetingLink ? ', or book a call with the meeting link' : ''}. Yours to
        keep, also offline.
      </p>
      {action}
      <div className="mt-3 flex justify-center empty:hidden">{limit}</div>
    </section>
  )
}
