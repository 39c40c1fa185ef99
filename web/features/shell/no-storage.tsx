import { Link } from '@tanstack/react-router'
import { NO_STORAGE_HERE } from '#web/db/storage-errors.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'

const forbidden = {
  title: 'Storage is blocked',
  text: 'Latchkey stores the directory, your contacts and changes in this browser. A private window or a site-data setting is blocking storage.',
  advice:
    'Open Latchkey in a normal window, or allow this site to store data, and reload. Your purchases are saved in your account.',
}
const stuck = {
  title: 'Couldn’t open storage',
  advice: 'Close other Latchkey tabs, then reload. Stored data and unsent changes are kept.',
}

/** Replaces a page that needs local storage when the storage cannot be opened: the cause, what is safe, and what helps. */
export function NoStorage({ sentence }: { sentence: string }) {
  const { title, text, advice } = sentence === NO_STORAGE_HERE ? forbidden : { ...stuck, text: sentence }
  return (
    <div className="frame flex max-w-xl flex-col items-center py-16 text-center sm:py-24" role="alert">
      <Latch isOpen={false} className="h-14" />
      <h1 className="mt-8 text-4xl text-balance sm:text-5xl">{title}</h1>
      <p className="mt-4 text-balance text-soft">{text}</p>
      <p className="mt-3 text-balance">{advice}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={() => location.reload()}>Reload</Button>
        <Link to="/support" className={buttonClass('outline')}>
          Write to support
        </Link>
      </div>
      <p className="mt-4 text-sm text-soft">You can contact us without storage while you are online.</p>
    </div>
  )
}
