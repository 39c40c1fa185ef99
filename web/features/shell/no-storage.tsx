import { Link } from '@tanstack/react-router'
import { NO_STORAGE_HERE } from '#web/db/storage-errors.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'

const forbidden = {
  title: 'This browser keeps nothing',
  text: 'Latchkey lives on your device: the directory, your contacts and what you write are kept in this browser. A private window, or a setting that blocks site data, forbids it.',
  advice:
    'Open Latchkey in an ordinary window, or allow this site to store data, and reload. What you bought is with your account.',
}
const stuck = {
  title: 'This device does not open',
  advice: 'Close other tabs of Latchkey, then reload. What is stored here stays as it is, unsent changes too.',
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
      <p className="mt-4 text-sm text-soft">Writing to us works without storage, as long as you are online.</p>
    </div>
  )
}
