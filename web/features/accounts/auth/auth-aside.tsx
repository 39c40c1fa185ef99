import { Latch } from '#web/ui/latch-icon.tsx'

const promises = [
  ['Comes along', 'What you unlocked on this device as a guest becomes your account’s.'],
  ['Works in the basement', 'Contacts and notes stay readable without a network.'],
  ['Nothing lost', 'What you write offline is sent once, when you are back.'],
]

/** The panel beside the form: the reasons to sign up. */
export function AuthAside() {
  return (
    <aside className="ruled-paper hidden border-r border-rule lg:block">
      <div className="sticky top-16 grid h-[calc(100dvh-4rem)] content-between gap-12 px-10 py-14 xl:px-16">
        <div>
          <Latch isOpen className="h-14" />
          <p className="mt-8 max-w-md font-serif text-5xl leading-[1.05] tracking-tight">
            One key for every door you have paid to open.
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
