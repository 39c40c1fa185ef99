import type { ContactCard } from '#shared/people/contract.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { cardLines } from './card-lines.ts'
import { type ContactLine, displayLink } from './contact-lines.ts'

/** Every contact detail: tap to use it, or copy it. */
export function ContactDetails({ contact }: { contact: ContactCard }) {
  const lines = cardLines(contact)
  if (lines.length === 0) {
    return <p className="border-y border-rule py-4 text-sm text-soft">No contact details. Please contact support.</p>
  }
  return (
    <ul className="border-t border-rule">
      {lines.map((line) => (
        <li key={line.kind} className="flex items-center gap-2 border-b border-rule py-1">
          <div className="min-w-0 flex-1 py-1.5">
            <p className="column-head">{line.label}</p>
            <ContactValue line={line} />
          </div>
          <CopyButton text={line.value} thing={line.label} variant="quiet" isCompact />
        </li>
      ))}
    </ul>
  )
}

function ContactValue({ line: { kind, value, href } }: { line: ContactLine }) {
  const shown = kind === 'email' || kind === 'telegram' || kind === 'phone' ? value : displayLink(value)
  if (!href) return <p className="break-words">{shown}</p>
  const away = kind === 'email' || kind === 'phone' ? {} : { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <a
      href={href}
      {...away}
      className="block font-medium break-words underline decoration-rule underline-offset-4 hover:decoration-ink"
    >
      {shown}
    </a>
  )
}
