import { Latch } from '#web/ui/latch-icon.tsx'

const promises = [
  ['Keeps your purchases', 'Contacts you unlocked as a guest on this device move to your account.'],
  ['Works offline', 'Contacts and notes are available without a connection.'],
  ['Nothing lost', 'Changes made offline are sent when you reconnect.'],
]

/** The panel beside the form: the reasons to sign up. */
export function AuthAside() {
  return (
    <aside className="hidden border-r border-rule bg-sheet lg:block">
      <div className="sticky top-16 grid h-[calc(100dvh-4rem)] content-between gap-12 px-10 py-14 xl:px-16">
        <div>
          <Latch isOpen className="h-14" />
          <p className="mt-8 max-w-md font-serif text-5xl leading-[1.05] tracking-tight">
            All your unlocked contacts in one place.
          </p>
        </div>
        <dl className="grid max-w-md gap-5">
          {promises.map(([term, sentence]) => (
            <div key={term} className="grid grid-cols-[9.5rem_1fr] gap-4 border-t border-rule pt-4 text-sm">
              <dt className="column-head pt-0.5">{term}</dt>
              <dd className="text-soft">{sentence}</dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  )
}
