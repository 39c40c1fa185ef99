import type { ContactCard } from '#shared/people/contract.ts'
import { fitsMailLink, mailOfText } from '#shared/templates/fill.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useDefaultText } from './queries.ts'

/** The text of a first mail that is too long for the link that opens it, to be copied into the mail; nothing for a shorter one. */
export function LongMail({ contact }: { contact: ContactCard }) {
  const { text } = mailOfText(useDefaultText(contact))
  if (fitsMailLink(text)) return null
  return (
    <section aria-label="Text of the mail" className="mt-4 rounded-box border border-rule bg-sheet p-5">
      <p className="mb-3 text-sm text-soft">Your template is too long for the link. Copy it into the mail.</p>
      <CopyButton text={text} thing="Text of the mail" />
      <details className="mt-3">
        <summary className="min-h-11 cursor-pointer content-center text-sm">Show the text</summary>
        <p className="leading-relaxed break-words whitespace-pre-wrap" dir="auto">
          {text}
        </p>
      </details>
    </section>
  )
}
