import { NotebookPen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContactCard } from '#shared/people/contract.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { focusComposer } from './entries/focus-composer.ts'
import { AddPhotos } from './photos/add-photos.tsx'
import { ShareContact } from './share-contact.tsx'

/** What the user writes about a contact. */
export type OwnParts = { note: ReactNode; entries: ReactNode; photos: ReactNode; followUp: ReactNode; deal: ReactNode }

type Props = OwnParts & {
  contact: ContactCard
  /** Between the head and the details: what can be done, and what is going on. */
  actions: ReactNode
  details: ReactNode
  /** Below the notes. */
  children?: ReactNode
  foot: ReactNode
}

/** The page of one contact, an unlocked one or an own person. */
export function ContactLayout({ contact, actions, details, note, entries, photos, followUp, deal, children, foot }: Props) {
  const { name, position, fund, location, imageUrl } = contact
  return (
    <div className="frame max-w-3xl pt-6 pb-16">
      <BackLink to="/contacts">Contacts</BackLink>
      <header className="rule-double mt-2 flex items-center gap-5 pb-6">
        <Avatar name={name} src={imageUrl} className="size-20 text-4xl" />
        <div className="min-w-0">
          <h1 className="text-4xl break-words sm:text-5xl" dir="auto">
            {name}
          </h1>
          <p className="mt-1 text-soft" dir="auto">
            {[position, fund, location].filter(Boolean).join('\u00a0· ')}
          </p>
        </div>
      </header>
      {actions}
      <div className="mt-6 flex flex-wrap gap-3 *:max-sm:flex-1">
        <Button variant="outline" onClick={focusComposer}>
          <NotebookPen className="size-4" aria-hidden="true" />
          Write a note
        </Button>
        <AddPhotos contactId={contact.id} />
      </div>
      <section aria-label="Contact details" className="mt-6">
        {details}
      </section>
      <section aria-label="Share" className="mt-4">
        <ShareContact contact={contact} />
      </section>
      <section aria-label="Follow-up" className="mt-8">
        {followUp}
      </section>
      <section aria-label="Deal" className="mt-8">
        {deal}
      </section>
      <section aria-label="Note" className="mt-8">
        {note}
      </section>
      <section aria-label="Dated notes" className="mt-8">
        {entries}
      </section>
      <section aria-label="Photos" className="mt-8 empty:hidden">
        {photos}
      </section>
      {children}
      <footer className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule pt-4 text-sm text-soft">
        {foot}
      </footer>
    </div>
  )
}
