import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Safari has no install prompt, so the steps through its share sheet are illustrated. */
export function IosCoach({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Add to your home screen" isOpen onClose={onClose}>
      <ol className="grid gap-5">
        <Step number={1} drawing={<ShareSign />}>
          Tap <b className="font-medium">Share</b> in Safari’s toolbar at the bottom or top of the screen.
        </Step>
        <Step number={2} drawing={<AddRow />}>
          Scroll down and tap <b className="font-medium">Add to Home Screen</b>.
        </Step>
        <Step number={3} drawing={<HomeIcon />}>
          Tap <b className="font-medium">Add</b>, then open Latchkey from there once to make it available offline.
        </Step>
      </ol>
      <p className="mt-5 text-sm text-soft">
        The home screen app has separate storage. Sign in there once, or restore your contacts by email.
      </p>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Got it</Button>
      </div>
    </Dialog>
  )
}

const Step = ({ number, drawing, children }: { number: number; drawing: ReactNode; children: ReactNode }) => (
  <li className="grid grid-cols-[4.5rem_1fr] items-center gap-4">
    <span className="grid h-16 place-items-center rounded-field border border-rule bg-page text-ink">{drawing}</span>
    <p>
      <span className="mr-2 font-serif text-xl text-brass">{number}</span>
      {children}
    </p>
  </li>
)

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.75, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

const ShareSign = () => (
  <svg viewBox="0 0 32 32" className="size-9" aria-hidden="true" {...line}>
    <path d="M11 13H8.5A1.5 1.5 0 0 0 7 14.5v11A1.5 1.5 0 0 0 8.5 27h15a1.5 1.5 0 0 0 1.5-1.5v-11a1.5 1.5 0 0 0-1.5-1.5H21" />
    <path d="M16 20V4.5M11.5 9 16 4.5 20.5 9" />
  </svg>
)

const AddRow = () => (
  <svg viewBox="0 0 64 32" className="w-16" aria-hidden="true" {...line}>
    <rect x="2" y="6" width="60" height="20" rx="4" />
    <path d="M8 13h20M8 19h13" opacity=".55" />
    <rect x="44" y="10" width="12" height="12" rx="3" />
    <path d="M50 13v6M47 16h6" />
  </svg>
)

const HomeIcon = () => (
  <svg viewBox="0 0 32 32" className="size-10" aria-hidden="true" {...line}>
    <rect x="3" y="3" width="11" height="11" rx="3" opacity=".4" />
    <rect x="18" y="3" width="11" height="11" rx="3" opacity=".4" />
    <rect x="3" y="18" width="11" height="11" rx="3" opacity=".4" />
    <rect x="18" y="18" width="11" height="11" rx="3" className="text-brass" />
    <path d="M23.5 21.5v4M21.5 23.5h4" className="text-brass" />
  </svg>
)
