import { type ReactNode, useEffect, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import type { User } from '#shared/accounts/contract.ts'
import type { Application } from '#shared/applications/contract.ts'
import { previewInvestor } from '#shared/applications/preview.ts'
import type { Investor } from '#shared/directory/contract.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { HttpProblem, Unreachable } from '#web/net/api.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { submitApplication } from './api.ts'
import { forgetDraft, type KeptDraft } from './draft-store.ts'
import { EarningsNote } from './earnings-note.tsx'
import { useDraftForm } from './fields.tsx'
import { PhotoField, usePhotoUpload } from './photo-field.tsx'
import { HowFoundersReachYou, PriceAndLimit, WhatFoundersRead, WhatYouInvestIn, WhoYouAre } from './sections.tsx'
import { forgetSubmitRequest, isSubmitRequested, requestSubmit } from './submit-request.ts'
import { SubmitRow } from './submit-row.tsx'
import { useApplicationForm } from './use-application-form.ts'

type Props = {
  db: PrivateDatabase
  user: User | null
  kept: KeptDraft
  /** A rejected application whose values prefill the form. */
  past: OwnListing | undefined
  renderCard: (investor: Investor) => ReactNode
  onSubmitted: (application: Application) => void
  /** Another application is under review already. */
  onPending: () => void
}

const isSameAddress = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Why an application whose Submit was pressed before the sign-in is not sent by itself. On a shared device another person may
 * sign in: the account must have the address in the application.
 */
function reasonNotToSend({ email, isApprovedInvestor }: User, written: string): string | undefined {
  if (isApprovedInvestor) return 'You are listed already. Submit again to add a second profile.'
  if (isSameAddress(email, written)) return undefined
  return `You signed in as ${email}, and the application says ${written}. Check the address, then submit again.`
}

const NOT_SUBMITTED = 'Not submitted yet'
const PHOTO_LEFT = 'Your picture couldn’t be uploaded. Submit again to retry, or remove the picture.'
const UNANSWERED = 'The server didn’t respond. Your draft is saved. Submit again: it won’t be sent twice.'

export function ApplicationForm({ db, user, kept, past, renderCard, onSubmitted, onPending }: Props) {
  const { form, photo, draftStatus, keepAll } = useApplicationForm(db, user, kept, past)
  const photoPreview = useObjectUrl(photo)
  const isOnline = useOnline()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  // Saves every change that the user makes. The initial values of the form are not saved.
  useEffect(() => {
    return form.subscribe({ formState: { values: true }, callback: ({ name }) => void (name && keepAll()) })
  })
  const setPhotoUrl = (url: string) => {
    form.setValue('logoUrl', url)
    void keepAll({ photo: undefined })
  }

  const upload = usePhotoUpload({
    kept: photo,
    canSend: Boolean(user) && isOnline,
    onUploaded: setPhotoUrl,
    onKeep: (next) => void keepAll({ photo: next }),
  })

  const submit = form.handleSubmit(async () => {
    setRefusal(undefined)
    await keepAll()
    // A browser navigation: the server decides where the sign-in happens, and redirects back to this page.
    if (!user) {
      requestSubmit()
      return location.assign('/api/login?next=/vc-signup')
    }
    if (photo) {
      if (!(await upload.sendKept())) return setRefusal(PHOTO_LEFT)
      // A write that ends after the draft is deleted would bring it back.
      await keepAll({ photo: undefined })
    }
    // Nothing is typed from here on: the draft is deleted once it is sent.
    setSending(true)
    const draft = form.getValues()
    try {
      const application = await submitApplication(draft)
      await forgetDraft(db)
      onSubmitted(application)
      requestSync()
    } catch (error) {
      if (error instanceof HttpProblem && error.code === 'applications.pending') return onPending()
      const sentence = sentenceOf(error)
      setRefusal(sentence)
      toast({ title: 'Error', description: sentence, variant: 'destructive' })
      for (const { path, message } of (error instanceof HttpProblem && error.problem?.fields) || []) {
        const field = path.split('.')[0] as keyof typeof draft
        if (field in draft) form.setError(field, { message })
      }
    } finally {
      setSending(false)
    }
  })
  // Submit was pressed before the sign-in.
  const isReadyToSend = isOnline && !photo && !upload.isSending
  const isPhotoLeft = photo !== undefined && upload.state.kind === 'refused'
  useEffect(() => {
    if (!user) return forgetSubmitRequest()
    if (!isSubmitRequested()) return
    const reason = reasonNotToSend(user, form.getValues('email').trim()) ?? (isPhotoLeft ? PHOTO_LEFT : undefined)
    if (!reason && !isReadyToSend) return
    forgetSubmitRequest()
    if (!reason) return void submit()
    setRefusal(reason)
    toast({ title: NOT_SUBMITTED, description: reason })
  }, [isReadyToSend, isPhotoLeft])
  const waitsBecause = !user
    ? 'Saved on this device. Sends after you sign in.'
    : isOnline
      ? undefined
      : 'Saved on this device. Sends when you are online.'

  return (
    <FormProvider {...form}>
      <form
        onSubmit={submit}
        noValidate
        data-kept={draftStatus.isKept && !draftStatus.isBehind && !draftStatus.fault}
        className="grid gap-x-14 lg:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <fieldset disabled={isSending} className="min-w-0">
          <WhoYouAre
            photo={
              <PhotoField
                url={form.watch('logoUrl')}
                preview={photoPreview}
                upload={upload}
                waitsBecause={waitsBecause}
                onRemove={() => setPhotoUrl('')}
              />
            }
          />
          <WhatYouInvestIn />
          <WhatFoundersRead />
          <HowFoundersReachYou />
          <PriceAndLimit />
        </fieldset>
        <LivePreview photo={photoPreview} renderCard={renderCard} />
        <SubmitRow
          isBusy={form.formState.isSubmitting}
          isOnline={isOnline}
          isSendingPhoto={upload.isSending}
          isSignedIn={Boolean(user)}
          draftStatus={draftStatus}
          refusal={
            refusal && (
              <Notice tone="red" title={NOT_SUBMITTED}>
                {refusal}
              </Notice>
            )
          }
        />
      </form>
    </FormProvider>
  )
}

function LivePreview({ photo, renderCard }: Pick<Props, 'renderCard'> & { photo: string | undefined }) {
  const { control, getValues } = useDraftForm()
  useWatch({ control })
  const draft = getValues()
  const investor = previewInvestor(draft)
  return (
    <aside aria-label="Preview" className="pb-9 lg:row-span-2 lg:pb-0">
      <div className="grid gap-5 lg:sticky lg:top-20">
        <figure>
          <figcaption className="column-head mb-2">Your card, as founders will see it</figcaption>
          {/* An illustration of the card: its elements cannot be pressed and are not read twice. */}
          <div inert>{renderCard({ ...investor, imageUrl: photo ?? investor.imageUrl })}</div>
        </figure>
        <EarningsNote draft={draft} />
      </div>
    </aside>
  )
}

function sentenceOf(error: unknown): string {
  if (error instanceof Unreachable) return UNANSWERED
  return (error instanceof HttpProblem ? error.problem?.message : undefined) ?? 'Something went wrong. Please try again.'
}

/** An object URL for data in memory, valid in this page only. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [blob])
  return url
}
