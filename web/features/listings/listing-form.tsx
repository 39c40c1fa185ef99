import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { REVIEW_TIME } from '#shared/admin/sla.ts'
import type { OwnListing } from '#shared/listings/contract.ts'
import { applyEdit, type EditListing, needsReview } from '#shared/listings/edit.ts'
import { formatPrice } from '#shared/money.ts'
import { messageOf } from '#shared/problem.ts'
import { DEFAULT_PRICES } from '#shared/unlocks/quote.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { useLocalDraft, useRestoredDraft } from '#web/forms/use-local-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { CalendarToken, useCalendarToken } from './calendar-token.tsx'
import { type ListingDraft, loadListingDraft, saveListingDraft, unedited } from './listing-draft.ts'
import { ContactFields, FocusFields, IdentityFields, PriceFields } from './listing-fields.tsx'
import { type Errors, type ListingValues, readChange, valuesOf } from './listing-values.ts'
import { writeListing } from './mutations.ts'

type Props = {
  listing: OwnListing
  /** The change is stored as a mutation, or discarded. */
  onClose: () => void
}

const FULL = {
  title: 'Not saved',
  description: 'Couldn’t save on this device. Your text is still here.',
  variant: 'destructive',
} as const

/**
 * Editor of the user's own listing. "Saved" means stored on this device; it is synced when there is a connection. Until then the
 * form is a draft of this device.
 */
export function ListingForm({ listing, onClose }: Props) {
  const db = usePrivateDb()
  // The listing at the time the form was opened, so that a pull does not replace the text that is being edited.
  const [opened] = useState(listing)
  const load = useCallback((db: PrivateDatabase) => loadListingDraft(db, opened), [opened])
  const blank = useMemo(() => unedited(opened), [opened])
  const draft = useRestoredDraft(db, load, blank)
  if (!draft) return <Skeleton className="h-72 w-full" />
  return <Editor db={db} draft={draft} listing={listing} onClose={onClose} />
}

function Editor({ db, draft, listing, onClose }: Props & { db: PrivateDatabase | undefined; draft: ListingDraft }) {
  const { shown } = draft
  const before = useMemo(() => valuesOf(shown), [shown])
  const [values, setValues] = useState(draft.values)
  const write = useMemo(() => db && ((next: ListingDraft) => saveListingDraft(db, next)), [db])
  const { status, keep } = useLocalDraft(write)
  const isDirty = JSON.stringify(values) !== JSON.stringify(before)
  const [isRestored] = useState(isDirty)
  const [isDiscarding, setDiscarding] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [asking, setAsking] = useState<EditListing>()
  /** A change that clears the price. */
  const [clearing, setClearing] = useState<EditListing>()
  /** The change is being stored or discarded: another press would leave one page more. */
  const [isBusy, setBusy] = useState(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const isOnline = useOnline()
  const token = useCalendarToken(listing.id, isOnline)
  const form = useRef<HTMLFormElement>(null)
  const isKept = !status.fault && !status.isBehind
  useWarningBeforeLoss((isDirty && !isKept) || token.isTyped)
  // The token is far above the button that was pressed.
  useEffect(() => {
    if (token.error && !isBusy) form.current?.querySelector<HTMLElement>('[type=password][aria-invalid]')?.focus()
  }, [token.error, isBusy])

  // A picture may arrive while the user types.
  const latest = useRef(values)

  const set = <Field extends keyof ListingValues>(field: Field, value: ListingValues[Field]) => {
    latest.current = { ...latest.current, [field]: value }
    setValues(latest.current)
    void keep({ shown, values: latest.current })
    setErrors(({ [field]: _corrected, ...rest }) => rest)
  }

  const save = async (change: EditListing) => {
    setAsking(undefined)
    setBusy(true)
    try {
      await writeListing({ vcId: listing.id, change }, shown)
    } catch {
      toast(FULL)
      return setBusy(false)
    }
    await forget()
    toast(isOnline ? { title: 'Listing saved' } : { title: 'Saved on this device', description: 'Sends when you are online.' })
    leave()
  }

  const forget = () => keep({ shown, values: before })
  /** Leaving twice would leave the page before as well. */
  const leave = () => isGone.current || onClose()

  const cancel = () => (isDirty || token.isTyped ? setDiscarding(true) : onClose())
  const discard = async () => {
    setBusy(true)
    await forget()
    leave()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = readChange(before, values)
    if ('errors' in read) return refuse(read.errors)
    const outcome = applyEdit(listing, read.change)
    if (outcome.refusal) {
      const { field, code, message = messageOf(code) } = outcome.refusal
      return refuse({ [field]: message })
    }
    if (token.isTyped) {
      setBusy(true)
      const isSaved = await token.saveTyped()
      setBusy(false)
      // Back has left the form, which keeps its other changes.
      if (!isSaved || isGone.current) return
    }
    if (read.change.price === null && shown.price !== null) setClearing(read.change)
    else goOn(read.change)
  }

  const goOn = (change: EditListing) => {
    setClearing(undefined)
    if (needsReview(applyEdit(listing, change))) setAsking(change)
    else if (Object.keys(change).length === 0) void discard()
    else void save(change)
  }

  const keepPrice = () => {
    setClearing(undefined)
    set('price', before.price)
  }

  const refuse = (invalid: Errors) => {
    setErrors(invalid)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid] input, [aria-invalid]')?.focus())
  }

  const fields = { values, errors, set, isOnline }
  return (
    <Sheet aria-label="Edit your listing">
      <form ref={form} noValidate data-kept={isKept && !token.isTyped} onSubmit={submit}>
        <fieldset disabled={isBusy} className="grid min-w-0 gap-10">
          <PriceFields {...fields} />
          <ContactFields {...fields} />
          <CalendarToken token={token} />
          <FocusFields {...fields} />
          <IdentityFields {...fields} />
          <div className="sticky bottom-[calc(var(--bottom-bar)+1.625rem)] -mx-5 -mb-5 flex flex-wrap items-center gap-3 border-t border-rule bg-sheet px-5 py-4 sm:-mx-7 sm:-mb-7 sm:px-7 md:bottom-0">
            <Button type="submit" isBusy={isBusy}>
              Save changes
            </Button>
            <Button variant="quiet" onClick={cancel}>
              Cancel
            </Button>
            <DraftStatusNote {...status} isKept={isDirty && (status.isKept || isRestored)} />
            {!isOnline && <p className="text-sm text-soft">Offline: saved on this device, sent later.</p>}
          </div>
        </fieldset>
      </form>
      {shown.price !== null && (
        <ConfirmDialog
          title="Use the default price?"
          isOpen={clearing !== undefined}
          stay={`Keep ${formatPrice(shown.price)}`}
          onStay={keepPrice}
          action={`Use ${formatPrice(DEFAULT_PRICES.platformUnlock)}`}
          onAct={() => clearing && goOn(clearing)}
        >
          <p className="text-soft">
            You cleared your price. Without one, an unlock costs {formatPrice(DEFAULT_PRICES.platformUnlock)} instead of{' '}
            {formatPrice(shown.price)}.
          </p>
        </ConfirmDialog>
      )}
      <ConfirmDialog
        title="Send for review?"
        isOpen={asking !== undefined}
        stay="Keep editing"
        onStay={() => setAsking(undefined)}
        action="Send for review"
        onAct={() => asking && void save(asking)}
      >
        <p className="text-soft">
          Changes to your name or links, or a much higher price, need a new review. Founders won’t see your listing until it is
          approved again: {REVIEW_TIME}.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        title="Discard your changes?"
        isOpen={isDiscarding}
        stay="Keep editing"
        onStay={() => setDiscarding(false)}
        action="Discard"
        variant="danger"
        isBusy={isBusy}
        onAct={() => void discard()}
      >
        <p className="text-soft">The listing stays as it is. What you changed here is deleted from this device.</p>
      </ConfirmDialog>
    </Sheet>
  )
}

/** The browser asks for confirmation before a page with text that could not be stored is closed. */
function useWarningBeforeLoss(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
}
