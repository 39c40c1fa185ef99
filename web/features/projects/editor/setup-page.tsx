import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { type ProjectField, projectFieldNames } from '#shared/projects/fields.ts'
import { PhoneStrip } from '#web/features/projects/marketplace/phone-strip.tsx'
import { SwitchedOffNotice } from '#web/forms/switched-off-notice.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { CardPreview } from './card-preview.tsx'
import type { OwnDraft } from './draft-queries.ts'
import { DraftSections } from './draft-sections.tsx'
import { isOffMarket, OfflineNotice, publicationLabel } from './offline-notice.tsx'
import { Publication } from './publication.tsx'
import { RejectedDraft } from './rejected-draft.tsx'
import { SaveState } from './save-state.tsx'
import { useDraftForm } from './use-draft-form.ts'
import { useProjectActions } from './use-project-actions.ts'

type Props = { draft: OwnDraft; accountEmail: string; isOnline: boolean }

/** The project form: works offline, merges edits of several devices, and publishes the project. */
export function SetupPage({ draft, accountEmail, isOnline }: Props) {
  const { own, clientId, isWaiting, refused } = draft
  const page = useRef<HTMLFormElement>(null)
  const form = useDraftForm(own, clientId)
  const focus = (field: ProjectField) => page.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  const { busy, faults, save, publish } = useProjectActions(form, isOnline, focus)
  const isBlank = projectFieldNames.every((field) => !form.texts[field])
  const canPublish = !own.isPublished && !own.canPutBack && !isOffMarket(own)
  const state = { phase: form.phase, isWaiting, isOnline, isBlank }
  return (
    <div className="frame pt-8 pb-16 sm:pt-12">
      <PageHeading
        title="Your project"
        lead={leadOf(own)}
        action={
          <Link to="/profile" className={buttonClass('outline')}>
            Back to Profile
          </Link>
        }
      />
      <form
        ref={page}
        noValidate
        data-kept={form.phase === 'saved'}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        className="grid gap-x-10 gap-y-8 [&_:is(input,textarea,select)]:scroll-mt-40 lg:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <PhoneStrip
          state={<SaveState {...state} className="flex" />}
          preview={<CardPreview values={form.texts} own={own} hasCaption={false} />}
        />
        <div className="grid content-start gap-5">
          <RejectedDraft entries={refused} />
          <DraftSections form={form} faults={faults} isOnline={isOnline} accountEmail={accountEmail} />
        </div>
        <aside className="grid content-start gap-6 lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto lg:pb-2">
          <div className="hidden lg:block">
            <CardPreview values={form.texts} own={own} />
          </div>
          <div className="grid gap-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <Badge>{publicationLabel(own)}</Badge>
              {own.isPublished && !own.isSaved && <span className="text-sm text-soft">Your changes are not live yet.</span>}
              {own.projectId && (
                <Link to="/project/$id" params={{ id: own.projectId }} className="text-sm underline underline-offset-4">
                  {own.isPublished ? 'Public page' : 'Preview page'}
                </Link>
              )}
            </div>
            <SaveState {...state} className="hidden lg:flex" />
            <Button type="submit" isBusy={busy === 'save'} disabled={busy !== undefined} className="w-full">
              {busy === 'save' ? 'Saving...' : 'Save Project Details'}
            </Button>
            <OfflineNotice own={own} />
            {canPublish && <SwitchedOffNotice feature="scout-publishing" />}
            {canPublish && (
              <Button
                variant="brass"
                isBusy={busy === 'publish'}
                disabled={busy !== undefined || !isOnline}
                aria-describedby={isOnline ? undefined : 'publish-waits'}
                onClick={() => void publish()}
                className="w-full"
              >
                {busy === 'publish' ? 'Setting up...' : 'Publish to Scout Marketplace ($9)'}
              </Button>
            )}
            {canPublish && !isOnline && (
              <p id="publish-waits" className="text-sm text-soft">
                Publishing needs a connection. Your draft is saved here.
              </p>
            )}
            {!own.isPublished && !own.canPutBack && (
              <Link to="/vcs" className={buttonClass('quiet', 'w-full')}>
                Skip For Now
              </Link>
            )}
            <Publication own={own} isOnline={isOnline} isWaiting={isWaiting || form.phase !== 'saved'} />
          </div>
        </aside>
      </form>
    </div>
  )
}

function leadOf({ isPublished, canPutBack }: OwnDraft['own']): string {
  if (isPublished) return 'Changes are live when you save.'
  return canPutBack ? 'Private until you put it back. Works offline.' : 'Private until you publish it. Works offline.'
}
