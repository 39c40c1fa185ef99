import { Suspense, useState } from 'react'
import type { ContactCard } from '#shared/people/contract.ts'
import { templateName } from '#shared/templates/fill.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { Button } from '#web/ui/button.tsx'
import { closeUnloaded, lazyPart } from '#web/ui/lazy-part.tsx'
import { useFill, useTemplates } from './queries.ts'

const TemplatesDialog = lazyPart(() => loadChunk(() => import('./templates-dialog.tsx')), closeUnloaded)

type Props = {
  contact: ContactCard
  /** The text of the first mail as it is now, and the generated one. */
  current?: string
  generated?: string
  /** Receives the whole text. Without it templates are only edited. */
  onUse?: (text: string) => void
}

/** Buttons that put a template into the first mail, filled in for the contact, and the way to edit templates. */
export function TemplatePicker({ contact, current = '', generated = '', onUse }: Props) {
  const templates = useTemplates()
  const fill = useFill(contact)
  const [isOpen, setOpen] = useState(false)
  const use = (filled: string) => {
    const isWritten = current.trim() !== '' && current !== generated && !templates?.some(({ text }) => fill?.(text) === current)
    // What the user has written stays above it.
    onUse?.(isWritten ? `${current.trimEnd()}\n\n${filled}` : filled)
  }
  return (
    <section aria-label="Templates" className="mt-2 flex flex-wrap items-center gap-2">
      {onUse &&
        fill &&
        templates?.map(({ id, text }) => (
          <Button key={id} variant="outline" className="max-w-full" onClick={() => use(fill(text))}>
            <span className="truncate" dir="auto">
              Use “{templateName(text)}”
            </span>
          </Button>
        ))}
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {templates && templates.length > 0 ? 'Edit templates' : 'Write a template'}
      </Button>
      {isOpen && (
        <Suspense>
          <TemplatesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
